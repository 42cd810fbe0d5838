import { required, TextInput, useLocaleState } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { timeInWords, typedTime } from '../../contract/typed-time.ts';

/** Shows a field for a time. Shows below how the app interprets the text, and rewrites the text as hh:mm:ss on blur. */
export function TimeInput({ source, disabled }: { source: string; disabled?: boolean }) {
  const [locale] = useLocaleState();
  const { getValues, setValue } = useFormContext();
  const time = typedTime(useWatch({ name: source }) ?? '');
  const writeOut = () => {
    // Reads the field's latest value, which may not be rendered yet.
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
