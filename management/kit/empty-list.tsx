import { Box, Button, Typography } from '@mui/material';
import { CreateButton, useListContext, useResourceDefinition, useTranslate } from 'react-admin';

const room = { py: 3, display: 'grid', gap: 2, justifyItems: 'start' };

/** Shows the message of an empty list, with a button to add the first item. */
export function EmptyList() {
  const translate = useTranslate();
  const { hasCreate, name } = useResourceDefinition();
  return (
    <Box sx={room}>
      <Typography>{translate('app.nothingYet')}</Typography>
      {hasCreate && <CreateButton variant="contained" label={`resources.${name}.page.create`} />}
    </Box>
  );
}

/** Shows that a list has no results, with a button to clear the filters. */
export function NothingFound() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <Box sx={{ ...room, px: 2 }}>
      <Typography>
        {translate(`ra.navigation.${isFiltered ? 'no_filtered_results' : 'no_results'}`)}
      </Typography>
      {isFiltered && (
        <Button variant="outlined" onClick={() => setFilters({}, [])}>
          {translate('ra.navigation.clear_filters')}
        </Button>
      )}
    </Box>
  );
}
