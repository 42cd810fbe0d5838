import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '../ui/choice-chips.tsx';
import { SelectField } from '../ui/fields.tsx';
import type { EntryValues } from './activity-entry.ts';

/** Shows the field for the sport: a list by label, and above it buttons for the sports whose addresses are in `own`. */
export function SportField(props: { sports: { value: string; label: string }[]; own: string[] }) {
  const { sports, own } = props;
  const { t } = useTranslation('activities');
  const { control, setValue, formState } = useFormContext<EntryValues>();
  const sport = useWatch({ control, name: 'sport' });
  const chips = own.flatMap((address) => sports.find(({ value }) => value === address) ?? []);
  return (
    <SelectField
      name="sport"
      label={t('form.sport')}
      data={sports}
      required
      inputContainer={(input) => (
        <>
          {chips.length > 0 && (
            <fieldset className="row gap-2 mb-2" aria-label={t('form.recent')}>
              <ChoiceChips
                choices={chips}
                value={sport}
                onChoose={(chosen) =>
                  setValue('sport', chosen, { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }
              />
            </fieldset>
          )}
          {input}
        </>
      )}
    />
  );
}
