import { Button, Card, CardContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { CanAccess, Link, Title, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';

/** Shows a page, or a message if the signed-in person has no access to that page. Everybody can open the start page. */
export function AccessiblePage({ children }: { children: ReactNode }) {
  const [, resource] = useLocation().pathname.split('/');
  if (!resource) return children;
  return (
    <CanAccess resource={resource} action="list" accessDenied={<NotForYou />}>
      {children}
    </CanAccess>
  );
}

function NotForYou() {
  const translate = useTranslate();
  return (
    <Card sx={{ mt: 2 }}>
      <Title title={translate('ra.page.access_denied')} />
      <CardContent>
        <Typography sx={{ mb: 2 }}>{translate('app.notForYou')}</Typography>
        <Button component={Link} to="/" variant="outlined">
          {translate('app.toStart')}
        </Button>
      </CardContent>
    </Card>
  );
}
