import { Box, Button, Typography } from '@mui/material';
import { Link, Title, useTranslate } from 'react-admin';

/** Shows the «not found» page, for unknown addresses. */
export function NoPage() {
  const translate = useTranslate();
  return (
    <Box sx={{ px: 1, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Title title="ra.page.not_found" />
      <Typography>{translate('ra.message.not_found')}</Typography>
      <Button component={Link} to="/" variant="contained">
        {translate('app.toBeginning')}
      </Button>
    </Box>
  );
}
