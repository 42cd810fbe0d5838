import { required, TextInput, useLocaleState } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { timeInWords, typedTime } from '../../contract/typed-time.ts';

/** A time, hh:mm:ss; shows below it how it is understood, and rewrites it on blur. */
export function TimeInput({ source, disabled }: { source: string; disabled?: boolean }) {
  const [locale] = useLocaleState();
  const { getValues, setValue } = useFormContext();
  const time = typedTime(useWatch({ name: source }) ?? '');
  const writeOut = () => {
    // The field's latest value, which may not be rendered yet.
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
