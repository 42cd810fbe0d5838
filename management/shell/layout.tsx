import OpenInNew from '@mui/icons-material/OpenInNew';
import { Alert, Box, Button, IconButton, type Theme, Tooltip, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  LoadingIndicator,
  LocalesMenuButton,
  TitlePortal,
  ToggleThemeButton,
  useIsOffline,
  useTranslate,
} from 'react-admin';
import { AccessiblePage } from '../kit/accessible-page.tsx';
import { basePath } from '../kit/page.ts';
import { TaskTray } from '../tasks/task-tray.tsx';
import { OrganisersMenu } from './menu.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** Shows the link to the participants' app: a name, or an icon on a phone. */
function ToParticipants() {
  const name = useTranslate()('app.toParticipants');
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return isSmall ? (
    <Tooltip title={name}>
      <IconButton color="inherit" href={basePath} aria-label={name}>
        <OpenInNew />
      </IconButton>
    </Tooltip>
  ) : (
    <Button color="inherit" href={basePath} startIcon={<OpenInNew />}>
      {name}
    </Button>
  );
}

function OrganisersBar() {
  return (
    <AppBar
      color="secondary"
      sx={{
        '& .RaAppBar-toolbar': { gap: { xs: 0, md: 1 } },
        // On phones, the language button shows only its icon.
        '& .MuiButton-root': { fontSize: { xs: 0, md: 14 }, minWidth: { xs: 40 } },
        '& .MuiButton-root > .MuiSvgIcon-root': { display: { xs: 'none', md: 'block' } },
        '& .MuiButton-icon': { mx: { xs: 0, md: 0.5 } },
      }}
      toolbar={
        <>
          <ToParticipants />
          <TaskTray />
          <LocalesMenuButton />
          <ToggleThemeButton />
          <LoadingIndicator />
        </>
      }
    >
      <Box sx={{ flex: 1 }} />
    </AppBar>
  );
}

/** Says that the app is offline and will send changes later. */
function Offline() {
  const translate = useTranslate();
  return useIsOffline() ? (
    <Alert severity="warning" sx={{ mx: 1, mb: 1, position: 'sticky', top: 64, zIndex: 'appBar' }}>
      {translate('app.offline')}
    </Alert>
  ) : null;
}

/** The style of the page's title, which is above the page, where there is room for a long title. */
const title = {
  flex: 'none',
  mt: { xs: 2, md: 3 },
  mb: 1.5,
  fontSize: { xs: 28, md: 34 },
  lineHeight: 1.15,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '&:empty': { display: 'none' },
};

/** Lays out every page: the app bar, the menu, and a link to the participants' app. */
export function OrganisersLayout({ children }: { children: ReactNode }) {
  return (
    <Layout
      appBar={OrganisersBar}
      menu={OrganisersMenu}
      // Wide content scrolls separately; the page itself does not scroll horizontally.
      sx={{
        minWidth: 0,
        // Leaves room below the last row for the floating button on phones.
        '& .RaLayout-content': { px: { xs: 1.5, md: 2 }, pb: { xs: 10, md: 3 } },
        '& .RaLayout-contentWithSidebar': { minWidth: 0, maxWidth: '100vw' },
        '& .RaLayout-content, & .RaList-content, & .RaList-main, & .RaEdit-main, & .RaEdit-card, & .RaCreate-card, & .RaShow-card':
          {
            minWidth: 0,
          },
      }}
    >
      <TitlePortal component="h1" variant="h4" sx={title} />
      <Offline />
      <AccessiblePage>{children}</AccessiblePage>
      <SignInAgain />
    </Layout>
  );
}
