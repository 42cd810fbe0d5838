import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AmountType } from '../../contract/activities.ts';
import { TextField, useField } from '../ui/fields.tsx';
import type { EntryValues } from './activity-entry.ts';
import classes from './amount-fields.module.css';
import { timeAsTyped } from './time-typing.ts';

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
  const { t } = useTranslation('activities');
  const field = useField('time');
  return (
    <TextInput
      size="md"
      label={t('form.time')}
      description={t('form.timeHelp')}
      placeholder="00:00:00"
      inputMode="numeric"
      autoComplete="off"
      required
      withErrorStyles
      {...field}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const { inputType } = event.nativeEvent as InputEvent;
        event.target.value = timeAsTyped(event.target.value, inputType?.startsWith('delete'));
        return field.onChange(event);
      }}
    />
  );
}
