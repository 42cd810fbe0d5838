import { Box, Typography } from '@mui/material';
import { CreateButton, useResourceDefinition, useTranslate } from 'react-admin';

/** What a list says as long as there is nothing in it, and the way to the first. */
export function EmptyList() {
  const translate = useTranslate();
  const { hasCreate, name } = useResourceDefinition();
  return (
    <Box sx={{ py: 3, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{translate('app.nothingYet')}</Typography>
      {hasCreate && <CreateButton variant="contained" label={`resources.${name}.page.create`} />}
    </Box>
  );
}
