import { Card, CardContent, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckboxGroupInput, CreateButton, required, useLocaleState, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { Language } from '../../contract/kit/fields.ts';
import { addUsual, sports } from '../../contract/managed/sports.ts';
import { type UsualName, usualNames, usualSports } from '../../contract/usual-sports.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';

/** Lets organisers add missing usual sports, with their names and counting rules. */
export function UsualSports({ icon }: { icon?: ReactNode }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [locale] = useLocaleState();
  const { data } = useQuery({
    queryKey: ['sports', 'names'],
    queryFn: async () =>
      (await call(sports.list, { query: { itemsPerPage: 1000 } }))['hydra:member'].map(({ name }) => name),
  });
  const missing = usualNames.filter((name) => data && !data.includes(name));
  if (missing.length === 0) return null;
  const choices = missing.map((id) => {
    const { labels, kmPerHour } = usualSports[id];
    const label = labels[locale as Language];
    return { id, name: translate('resources.sports.usualChoice', { label, km: kmPerHour }) };
  });
  const act = async ({ names }: FieldValues) => {
    // Excludes sports that another organiser has added in the meantime.
    const chosen = missing.filter((name: UsualName) => names.includes(name));
    try {
      await call(addUsual, { body: { names: chosen } });
    } finally {
      await queries.invalidateQueries({ queryKey: ['sports'] });
    }
    return translate('resources.sports.usualAdded', { smart_count: chosen.length });
  };
  return (
    <ActionDialog
      label="resources.sports.usual"
      icon={icon}
      confirm="ra.action.add"
      text="resources.sports.usualHint"
      act={act}
    >
      <CheckboxGroupInput
        source="names"
        label={translate('resources.sports.name', { smart_count: 2 })}
        row={false}
        choices={choices}
        translateChoice={false}
        validate={required()}
      />
    </ActionDialog>
  );
}

/** Says that there are no sports, and offers to add usual sports or a custom sport. */
export function NoSports() {
  const translate = useTranslate();
  return (
    <Card variant="outlined" sx={{ mt: 2, maxWidth: 760 }}>
      <CardContent>
        <Typography sx={{ mb: 2, maxWidth: '65ch' }}>{translate('resources.sports.noneYet')}</Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <UsualSports />
          <CreateButton variant="text" label="resources.sports.page.create" />
        </Stack>
      </CardContent>
    </Card>
  );
}
