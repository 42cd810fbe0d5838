import { Box, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AutocompleteInput, type RaRecord, required, useRecordContext, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import * as managed from '../../contract/managed/sport-rules.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { useActivityFormat } from '../kit/activity-format.ts';
import { call } from '../kit/call.ts';
import { WatchedTask } from '../tasks/watched-task.tsx';
import { SportRuleInputs } from './sport-rule-inputs.tsx';
import { sportTypesQuery } from './waiting-sport-types.tsx';

/** Shows the counting rule and the mappings of a sport, with the actions on them. */
export function SportActions() {
  const sport = useRecordContext();
  const translate = useTranslate();
  const [task, setTask] = useState<number>();
  const format = useActivityFormat();
  if (!sport) return null;
  const counts = {
    kmFactor: format.number(sport.kmFactor),
    kmPerHour: format.number(sport.kmPerHour),
    metresPerStep: format.number(sport.metresPerStep),
  };
  return (
    <Box sx={{ width: '100%' }}>
      <Typography variant="body1">{translate('resources.sports.counts', counts)}</Typography>
      {sport.dailyCapKm !== null && (
        <Typography variant="body2">
          {translate('resources.sports.capped', { km: format.number(sport.dailyCapKm) })}
        </Typography>
      )}
      <Types sport={sport} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, my: 2 }}>
        <RuleDialog sport={sport} started={setTask} />
        <TypeDialog sport={sport} started={setTask} />
      </Stack>
      {task !== undefined && <WatchedTask id={task} />}
    </Box>
  );
}

interface Dialog {
  sport: RaRecord;
  /** Gets the id of the task that recounts the activities. */
  started: (task: number) => void;
}

/** Changes the counting rule of a sport, and approves the sport if a source has reported it. */
function RuleDialog({ sport, started }: Dialog) {
  const translate = useTranslate();
  const params = { id: Number(sport.id) };
  const act = async ({ kmFactor, kmPerHour, metresPerStep, dailyCapKm }: FieldValues) => {
    const rule = { kmFactor, kmPerHour, metresPerStep, dailyCapKm: dailyCapKm ?? null };
    const { id } = sport.approved
      ? await call(managed.change, { params, body: { ...rule, replaces: sport.rule } })
      : await call(managed.approve, { params, body: rule });
    started(id);
    return translate('resources.sports.recounting');
  };
  return (
    <ActionDialog
      label={sport.approved ? 'resources.sports.changeRule' : 'resources.sports.approve'}
      text="resources.sports.ruleHint"
      defaultValues={sport}
      act={act}
    >
      <SportRuleInputs type={sport.type} />
    </ActionDialog>
  );
}

/** Shows the names that services and files use for the sport. */
function Types({ sport }: { sport: RaRecord }) {
  const translate = useTranslate();
  const { data } = useQuery(sportTypesQuery({ sportId: Number(sport.id) }));
  if (!data || data.length === 0) return null;
  const sportTypes = data.map(({ source, sportType }) => `${source}: ${sportType}`).join(', ');
  return (
    <Typography variant="body2" color="text.secondary">
      {translate('resources.sports.otherNames', { names: sportTypes })}
    </Typography>
  );
}

/** Maps a name that a service has sent to this sport. The button opens a dialog. */
function TypeDialog({ sport, started }: Dialog) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { data } = useQuery(sportTypesQuery({}));
  const arrived = (data ?? []).filter(({ sportId }) => sportId !== sport.id);
  if (arrived.length === 0) return null;
  const act = async ({ type }: FieldValues) => {
    const one = arrived[type];
    if (!one) throw new Error('ra.validation.required');
    const body = { source: one.source as 'Fitbit', sportType: one.sportType };
    const { id } = await call(managed.mapType, { params: { id: Number(sport.id) }, body });
    await queries.invalidateQueries({ queryKey: ['sport-types'] });
    started(id);
    return translate('resources.sports.recounting');
  };
  return (
    <ActionDialog label="resources.sports.mapType" text="resources.sports.mapTypeHint" act={act}>
      <AutocompleteInput
        source="type"
        label="resources.sports.fields.sportType"
        choices={arrived.map(({ source, sportType }, id) => ({ id, name: `${source}: ${sportType}` }))}
        translateChoice={false}
        validate={required()}
      />
    </ActionDialog>
  );
}
