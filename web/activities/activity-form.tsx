import { Textarea } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity, AmountType } from '../../contract/activities.ts';
import { earliestDate, type Language } from '../../contract/kit/fields.ts';
import type { Sport } from '../../contract/sports.ts';
import { today } from '../kit/dates.ts';
import { useContractForm } from '../kit/form.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { SelectField, TextField, useField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { type EntryValues, emptyValues, entrySchema, valuesOf } from './activity-entry.ts';
import { AmountFields } from './amount-fields.tsx';
import { KilometresPreview } from './kilometres-preview.tsx';
import type { SentEntry } from './queries.ts';

/** The one form for an activity, new or (with `activity`) there already. */
export function ActivityForm(props: {
  sports: Sport[];
  activity?: Activity;
  send: (entry: SentEntry) => Promise<unknown>;
  submitLabel: string;
  aside?: ReactNode;
}) {
  const { activity } = props;
  const { t, i18n } = useTranslation('activities');
  const language = i18n.language as Language;
  const sports = useChoosableSports(props.sports, activity?.sport);
  const form = useContractForm<EntryValues>(
    entrySchema(language),
    activity ? valuesOf(activity, language) : emptyValues(sports[0]?.value ?? ''),
  );
  const amountTypes: AmountType[] =
    activity?.amountType === 'km' ? ['time', 'km', 'steps'] : ['time', 'steps'];
  return (
    <Form
      form={form}
      // The schema has made of the fields what is sent.
      send={(read) => props.send(read as unknown as SentEntry)}
      submitLabel={props.submitLabel}
      aside={props.aside}
    >
      <TextField
        name="performedAt"
        type="date"
        label={t('form.performedAt')}
        min={earliestDate}
        max={today()}
        required
      />
      <SelectField name="sport" label={t('form.sport')} data={sports} required />
      <AmountFields amountTypes={amountTypes} />
      <KilometresPreview sports={props.sports} />
      <InfoField />
    </Form>
  );
}

/** The approved sports and the one that the activity has, by their labels in the person's language. */
function useChoosableSports(sports: Sport[], current: Activity['sport'] | undefined) {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language);
    const isListed = sports.some((sport) => sport['@id'] === current?.['@id']);
    return [...sports, ...(current && !isListed ? [current] : [])]
      .map((sport) => ({ value: sport['@id'], label: sportLabel(sport, i18n.language) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [sports, current, i18n.language]);
}

function InfoField() {
  const { t } = useTranslation('activities');
  return <Textarea size="md" label={t('form.info')} rows={3} {...useField('info')} />;
}
