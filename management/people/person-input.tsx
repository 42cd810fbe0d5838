import { AutocompleteInput, type RaRecord, ReferenceInput, useTranslate } from 'react-admin';

/** The minimum number of letters for a search; a single letter would match hundreds of people. */
const fewestLetters = 2;
const isEnough = (text: string | undefined) => (text?.trim().length ?? 0) >= fewestLetters;

const nameAndAddress = ({ givenName, surname, email }: Partial<RaRecord>) =>
  givenName ? `${givenName} ${surname} · ${email}` : '';

/** Shows a field to choose a person by name or email address. */
export function PersonInput({ source, ...props }: { source: string; helperText?: string }) {
  const translate = useTranslate();
  return (
    <ReferenceInput
      source={source}
      reference="people"
      sort={{ field: 'surname', order: 'ASC' }}
      enableGetChoices={({ q }: { q?: string }) => isEnough(q)}
    >
      <AutocompleteInput
        {...props}
        optionText={nameAndAddress}
        shouldRenderSuggestions={isEnough}
        noOptionsText={translate('app.nobodyFound')}
        sx={{ minWidth: { sm: 320 } }}
      />
    </ReferenceInput>
  );
}
