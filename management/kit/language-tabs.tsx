import { Tab, Tabs } from '@mui/material';
import { useFormGroup, useSourceContext, useTranslatableContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';

/** Shows the tabs of the languages. Marks each language that lacks a text which another language has. */
export function LanguageTabs({ sources }: { sources: string[] }) {
  const { locales, selectLocale, selectedLocale } = useTranslatableContext();
  const { getSource } = useSourceContext();
  const all: Record<string, unknown>[] = useWatch({ name: sources.map((source) => getSource(source)) });
  const has = (texts: Record<string, unknown> | undefined, locale: string) => isWritten(texts?.[locale]);
  const isMissing = (locale: string) =>
    all.some((texts) => !has(texts, locale) && locales.some((other) => has(texts, other)));
  return (
    <Tabs
      value={selectedLocale}
      onChange={(_, locale) => selectLocale(locale)}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {locales.map((locale) => (
        <LanguageTab key={locale} value={locale} isMissing={isMissing(locale)} />
      ))}
    </Tabs>
  );
}

/** Returns whether a text or HTML has content other than tags; a picture alone needs no translation. */
const isWritten = (text: unknown) => typeof text === 'string' && text.replace(/<[^<>]*>/g, '').trim() !== '';

/** Shows the tab of one language; `rest` has the props that `Tabs` passes to its tabs. */
function LanguageTab({ value, isMissing, ...rest }: { value: string; isMissing: boolean }) {
  const translate = useTranslate();
  const { isValid } = useFormGroup(value);
  const name = translate(`ra.locales.${value}`);
  return (
    <Tab
      id={`translatable-header-${value}`}
      value={value}
      label={isMissing ? translate('app.textMissing', { language: name }) : name}
      className={isValid ? '' : 'RaTranslatableInputsTab-error'}
      sx={isValid ? {} : { color: 'error.main' }}
      {...rest}
    />
  );
}
