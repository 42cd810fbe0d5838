import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type AmountType, timePattern } from '../../contract/activities.ts';
import { timeInWords, typedTime } from '../../contract/typed-time.ts';
import { TextField, useField } from '../ui/fields.tsx';
import type { EntryValues } from './activity-entry.ts';
import classes from './amount-fields.module.css';

/** The choice between the kinds of amount, and the field of the one that is chosen. */
export function AmountFields({ amountTypes }: { amountTypes: AmountType[] }) {
  const { t } = useTranslation('activities');
  const { control } = useFormContext<EntryValues>();
  const { field } = useController({ control, name: 'amountType' });
  return (
    <>
      <Input.Wrapper size="md" label={t('form.amountType')} labelElement="div">
        <SegmentedControl
          fullWidth
          size="md"
          withItemsBorders={false}
          transitionDuration={100}
          classNames={{ root: classes.types, label: classes.type, indicator: classes.chosen }}
          aria-label={t('form.amountType')}
          data={amountTypes.map((value) => ({ value, label: t(`form.types.${value}`) }))}
          value={field.value}
          onChange={field.onChange}
        />
      </Input.Wrapper>
      {field.value === 'time' && <TimeField />}
      {field.value === 'km' && (
        <TextField
          name="kilometers"
          label={t('form.kilometers')}
          inputMode="decimal"
          autoComplete="off"
          required
        />
      )}
      {field.value === 'steps' && (
        <TextField name="steps" label={t('form.steps')} inputMode="numeric" autoComplete="off" required />
      )}
    </>
  );
}

function TimeField() {
  const { t, i18n } = useTranslation('activities');
  const { control } = useFormContext<EntryValues>();
  const field = useField('time', (text) => typedTime(text) ?? text);
  const time = useWatch({ control, name: 'time' });
  return (
    <TextInput
      size="md"
      label={t('form.time')}
      description={t('form.timeHelp')}
      placeholder="00:00:00"
      inputMode="decimal"
      autoComplete="off"
      required
      withErrorStyles
      {...field}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        event.target.value = typedTime(event.target.value) ?? event.target.value;
        return field.onBlur(event);
      }}
      inputContainer={(input) => (
        <>
          {input}
          <Input.Description mt={6}>
            {timePattern.test(time) && timeInWords(time, i18n.language)}
          </Input.Description>
        </>
      )}
    />
  );
}
