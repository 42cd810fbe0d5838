import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AutocompleteInput, required, useLocaleState, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import * as rules from '../../contract/managed/sport-rules.ts';
import * as sports from '../../contract/sports.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { useActivityFormat } from '../kit/activity-format.ts';
import { call } from '../kit/call.ts';
import { WatchedTask } from '../tasks/watched-task.tsx';

/** Returns the query for the mappings of the names that services, files and apps use for sports. */
export const sportTypesQuery = (query: { sportId?: number }) => ({
  queryKey: ['sport-types', query],
  queryFn: async () => (await call(rules.listTypes, { query }))['hydra:member'],
});

/** Lists the unmapped sport names, each with a button to map the name. Renders nothing if all names are mapped. */
export function WaitingSportTypes() {
  const translate = useTranslate();
  const [task, setTask] = useState<number>();
  const { data } = useQuery(sportTypesQuery({}));
  const waiting = (data ?? []).filter(({ sportId }) => sportId === null);
  if (waiting.length === 0 && task === undefined) return null;
  return (
    <Alert severity="info" sx={{ m: 2, '& .MuiAlert-message': { width: '100%' } }}>
      <AlertTitle>{translate('app.waitingSports.title', { smart_count: waiting.length })}</AlertTitle>
      {translate('app.waitingSports.text')}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, display: 'grid', gap: 1 }}>
        {waiting.map((type) => (
          <Box
            component="li"
            key={`${type.source} ${type.sportType}`}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            <Typography variant="body2">
              <SportTypeName type={type} />
              {' · '}
              {translate('app.waitingSports.records', { smart_count: type.records })}
            </Typography>
            <SportDialog type={type} started={setTask} />
          </Box>
        ))}
      </Box>
      {task !== undefined && <WatchedTask id={task} />}
    </Alert>
  );
}

/** Shows a sport name with its source. */
function SportTypeName({ type: { source, sportType } }: { type: rules.SportType }) {
  const translate = useTranslate();
  return (
    <>
      {translate(`app.sources.${source}`, { _: source })}: <strong>{sportType}</strong>
    </>
  );
}

/** Shows the dialog to map a name to a sport. */
function SportDialog({ type, started }: { type: rules.SportType; started: (task: number) => void }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const format = useActivityFormat();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['all-sports'], queryFn: () => call(sports.list, {}) });
  const choices = (data?.['hydra:member'] ?? [])
    .map(({ id, labels, name }) => ({ id, name: format.sport({ sportLabels: labels }) || name }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
  const act = async ({ sport }: FieldValues) => {
    const body = { source: type.source as 'Fitbit', sportType: type.sportType };
    const { id } = await call(rules.mapType, { params: { id: sport }, body });
    await queries.invalidateQueries({ queryKey: ['sport-types'] });
    started(id);
    return translate('resources.sports.recounting');
  };
  return (
    <ActionDialog label="app.waitingSports.choose" text="app.waitingSports.hint" act={act}>
      <AutocompleteInput
        source="sport"
        label="resources.activities.fields.sport"
        choices={choices}
        translateChoice={false}
        validate={required()}
      />
    </ActionDialog>
  );
}
