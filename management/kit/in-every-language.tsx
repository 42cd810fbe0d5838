import type { ReactElement } from 'react';
import { TranslatableInputs, useLocaleState, useRecordContext } from 'react-admin';
import { type Language, languages } from '../../contract/kit/fields.ts';

/** Inputs that are filled in once for each language, behind tabs. */
export function InEveryLanguage({ children }: { children: ReactElement | ReactElement[] }) {
  const [locale] = useLocaleState();
  return (
    <TranslatableInputs locales={[...languages]} defaultLocale={locale} fullWidth>
      {children}
    </TranslatableInputs>
  );
}

/** A text in the language of the app, or in the first that has it. */
export function textIn(texts: Partial<Record<Language, string>> | undefined, locale: string): string {
  const inLocale = texts?.[locale as Language];
  return inLocale || languages.map((language) => texts?.[language]).find(Boolean) || '';
}

/** A field of texts in a table. */
export function TextsField({ source }: { source: string }) {
  const record = useRecordContext();
  const [locale] = useLocaleState();
  return <span>{textIn(record?.[source], locale)}</span>;
}
