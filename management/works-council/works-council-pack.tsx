import DownloadIcon from '@mui/icons-material/GetApp';
import PackIcon from '@mui/icons-material/HandshakeOutlined';
import { Alert, Box, Button, Card, CardContent, CircularProgress, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ResourceProps, Title, useLocaleState, useTranslate } from 'react-admin';
import { addressOf } from '../../api-client/request.ts';
import { languages } from '../../contract/kit/fields.ts';
import * as pack from '../../contract/managed/works-council-pack.ts';
import { call } from '../kit/call.ts';
import { basePath } from '../kit/page.ts';
import { PackBlock } from './pack-block.tsx';

/** Shows the pack for the works council, from the current settings, and its download in each language. */
function WorksCouncilPackPage() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const t = (key: string, values?: object) => translate(`resources.works-council-pack.${key}`, values);
  const { data, error } = useQuery({
    queryKey: ['works-council-pack', locale],
    queryFn: () => call(pack.read, { query: { locale: locale as (typeof languages)[number] } }),
    // A setting may have changed since the page was last open.
    staleTime: 0,
  });
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>;
  if (!data) return <CircularProgress aria-label={translate('ra.page.loading')} />;
  return (
    <Box sx={{ maxWidth: 960 }}>
      <Title title={data.title} />
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {data.subtitle}
      </Typography>
      <Stack direction="row" useFlexGap spacing={1} sx={{ mb: 2, flexWrap: 'wrap' }}>
        {languages.map((language) => (
          <Button
            key={language}
            variant={language === locale ? 'contained' : 'outlined'}
            startIcon={<DownloadIcon />}
            href={addressOf(basePath, pack.pdf, { query: { locale: language } })}
            download
          >
            {t('download', { language: translate(`ra.locales.${language}`) })}
          </Button>
        ))}
      </Stack>
      {data.sections.map(({ id, title, blocks }) => (
        <Card key={id} component="section" aria-labelledby={`section-${id}`} sx={{ mb: 2 }}>
          <CardContent>
            <Typography id={`section-${id}`} component="h2" variant="h6" sx={{ mb: 1.5 }}>
              {title}
            </Typography>
            {blocks.map((block, index) => (
              // The blocks of a pack keep their order, and a pack is shown as a whole.
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
              <PackBlock key={index} block={block} />
            ))}
          </CardContent>
        </Card>
      ))}
    </Box>
  );
}

/** The pack for the works council; read-only. */
export const worksCouncilPack: ResourceProps = {
  name: 'works-council-pack',
  icon: PackIcon,
  list: WorksCouncilPackPage,
};
