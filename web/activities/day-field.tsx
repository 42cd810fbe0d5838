import { TextInput } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { earliestDate } from '../../contract/kit/fields.ts';
import { OutsideChallenges } from '../challenges/outside-challenges.tsx';
import { today, yesterday } from '../kit/dates.ts';
import { ChoiceChips } from '../ui/choice-chips.tsx';
import { useField } from '../ui/fields.tsx';
import { dateText } from './activity-day.ts';
import type { EntryValues } from './activity-entry.ts';
import classes from './activity-form.module.css';

/**
 * Shows the day of an activity, with buttons for today and yesterday, and the browser's date field for other days. The
 * date field uses the browser's language, so an overlay shows the date in the page's language unless the person is
 * typing.
 */
export function DayField() {
  const { t } = useTranslation('activities');
  const { control, setValue, formState } = useFormContext<EntryValues>();
  const field = useField('performedAt');
  const day = useWatch({ control, name: 'performedAt' });
  const days = [
    { value: today(), label: t('form.today') },
    { value: yesterday(), label: t('form.yesterday') },
  ];
  return (
    <div className="stack gap-2">
      <TextInput
        type="date"
        size="md"
        label={t('form.performedAt')}
        min={earliestDate}
        max={today()}
        required
        withErrorStyles
        {...field}
        inputContainer={(input) => (
          <div className="row gap-2 top">
            <ChoiceChips
              choices={days}
              value={day}
              onChoose={(chosen) =>
                setValue('performedAt', chosen, { shouldDirty: true, shouldValidate: formState.isSubmitted })
              }
            />
            <div className={classes.date} data-filled={day !== '' || undefined}>
              {input}
              {day !== '' && (
                <span className={classes.words} aria-hidden>
                  {dateText(day, 'short')}
                </span>
              )}
            </div>
          </div>
        )}
      />
      {day !== '' && <OutsideChallenges day={day} />}
    </div>
  );
}
