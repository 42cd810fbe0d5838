import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AmountType } from '../../contract/activities.ts';
import type { Sport } from '../../contract/sports.ts';
import { TextField } from '../ui/fields.tsx';
import type { EntryValues } from './activity-entry.ts';
import classes from './amount-fields.module.css';
import { CountedFigure, KilometresPreview } from './kilometres-preview.tsx';
import { TimeField } from './time-field.tsx';

/** Lets people choose the kind of amount, and shows the field for the amount and the counted kilometres. */
export function AmountFields({ amountTypes, sports }: { amountTypes: AmountType[]; sports: Sport[] }) {
  const { t } = useTranslation('activities');
  const { control } = useFormContext<EntryValues>();
  const { field } = useController({ control, name: 'amountType' });
  const withFigure = (input: ReactNode) => (
    <div className={classes.amount}>
      <div>{input}</div>
      <CountedFigure sports={sports} />
    </div>
  );
  const typed = { autoComplete: 'off', required: true, inputContainer: withFigure };
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
      <div className="stack gap-2">
        {field.value === 'time' && <TimeField inputContainer={withFigure} />}
        {field.value === 'km' && (
          <TextField name="kilometers" label={t('form.kilometers')} inputMode="decimal" {...typed} />
        )}
        {field.value === 'steps' && (
          <TextField name="steps" label={t('form.steps')} inputMode="numeric" {...typed} />
        )}
        <KilometresPreview sports={sports} />
      </div>
    </>
  );
}
