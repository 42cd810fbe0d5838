import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity, AmountType } from '../../contract/activities.ts';
import type { CreationKeys } from '../../contract/kit/creation-keys.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Sport } from '../../contract/sports.ts';
import { useDraftForm } from '../kit/draft-form.ts';
import { meQuery } from '../people/queries.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { useField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { type EntryValues, emptyValues, entrySchema, valuesOf } from './activity-entry.ts';
import classes from './activity-form.module.css';
import { AmountFields } from './amount-fields.tsx';
import { DayField } from './day-field.tsx';
import type { SentEntry } from './queries.ts';
import { SportField } from './sport-field.tsx';

/** Shows the form for a new activity or, with `activity`, for an existing one. */
export function ActivityForm(props: {
  sports: Sport[];
  /** The addresses of the sports that the person logs most. */
  ownSports?: string[];
  activity?: Activity;
  send: (entry: SentEntry, keys: CreationKeys) => Promise<unknown>;
  submitLabel: string;
  /** Rendered next to the button; `leave` discards the draft. */
  aside?: (leave: () => void) => ReactNode;
}) {
  const { activity, ownSports = [] } = props;
  const { t, i18n } = useTranslation('activities');
  const language = i18n.language as Language;
  const sports = useChoosableSports(props.sports, activity?.sport);
  const { form, isRestored, keys, forget, discard } = useDraftForm<EntryValues>(
    entrySchema(language),
    activity ? valuesOf(activity, language) : emptyValues(sports[0]?.value ?? ''),
    {
      person: useQuery(meQuery).data?.id ?? 0,
      ...(activity
        ? { of: `activity ${activity.uuid}`, basedOn: JSON.stringify(valuesOf(activity, language)) }
        : { of: 'activity', isTyped: isBegun }),
    },
  );
  const amountTypes: AmountType[] =
    activity?.amountType === 'km' ? ['time', 'km', 'steps'] : ['time', 'steps'];
  return (
    <div className={`${classes.fields} stack`}>
      {isRestored && (
        <Notice kind="info">
          <p>{t('form.draft')}</p>
          <Button variant="default" mt="xs" onClick={discard}>
            {t('form.discard')}
          </Button>
        </Notice>
      )}
      <Form
        form={form}
        // The schema has converted the fields to the request body.
        send={(read) => props.send(read as unknown as SentEntry, keys).then(forget)}
        submitLabel={props.submitLabel}
        aside={props.aside?.(forget)}
        isSticky
      >
        <SportField sports={sports} own={ownSports} />
        <DayField />
        <AmountFields amountTypes={amountTypes} sports={props.sports} />
        <InfoField />
      </Form>
    </div>
  );
}

/**
 * Returns whether the draft is worth keeping. A draft with only a sport or a day is not, because both are quick to
 * choose again.
 */
const isBegun = ({ time, kilometers, steps, info }: EntryValues) =>
  [time, kilometers, steps, info].some((text) => text.trim() !== '');

/** Returns the approved sports and the activity's current sport, sorted by label in the person's language. */
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
  return <Textarea size="md" label={t('form.info')} rows={2} {...useField('info')} />;
}
