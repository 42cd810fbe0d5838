import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../configs/queries.ts';
import { SelectField } from '../ui/fields.tsx';

/** Shows the field for the language of a new account; its default is the language of the page. */
export function LanguageField() {
  const { t, i18n } = useTranslation('accounts');
  const languages = useLanguages();
  const { setValue } = useFormContext();
  useEffect(() => setValue('language', i18n.language), [setValue, i18n.language]);
  return (
    <SelectField
      name="language"
      label={t('signUp.language')}
      data={languages.map(({ code, label }) => ({ value: code, label }))}
    />
  );
}
