import { required, TextInput, useLocaleState } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { timeInWords, typedTime } from '../../contract/typed-time.ts';

/** A time, hh:mm:ss: below it stands in words what is understood, which is written out when the field is left. */
export function TimeInput({ source, disabled }: { source: string; disabled?: boolean }) {
  const [locale] = useLocaleState();
  const { getValues, setValue } = useFormContext();
  const time = typedTime(useWatch({ name: source }) ?? '');
  const writeOut = () => {
    // What stands in the field by now, which need not have been shown yet.
    const written = typedTime(getValues(source) ?? '');
    if (written) setValue(source, written, { shouldDirty: true });
  };
  return (
    <TextInput
      source={source}
      validate={required()}
      {...(disabled === undefined ? {} : { disabled })}
      helperText={(time && timeInWords(time, locale)) || 'app.activity.timeHelp'}
      onBlur={writeOut}
      onKeyDown={({ key }) => {
        if (key === 'Enter') writeOut();
      }}
    />
  );
}
