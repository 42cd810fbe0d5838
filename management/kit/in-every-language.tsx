import type { ReactElement } from 'react';
import { TranslatableInputs, useLocaleState, useRecordContext } from 'react-admin';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { useOfferedLanguages } from './offered-languages.ts';

type Input = ReactElement<{ source: string }>;

/** Inputs that are filled in once for each language that people are offered, behind tabs; others keep what they have. */
export function InEveryLanguage({ children }: { children: Input | Input[] }) {
  const [locale] = useLocaleState();
  const offered = useOfferedLanguages();
  const sources = [children].flat().map(({ props }) => props.source);
  return (
    <TranslatableInputs
      // Which tab is open is decided when it is made.
      key={offered.join()}
      locales={offered}
      defaultLocale={offered.find((language) => language === locale) ?? offered[0] ?? locale}
      selector={<LanguageTabs sources={sources} />}
      fullWidth
    >
      {children}
    </TranslatableInputs>
  );
}

/** Wants a text of a source in one language at least, and says so at its name; or only where `isNeeded` says so. */
export function inOneLanguage(source: string, isNeeded?: (values: Record<string, unknown>) => boolean) {
  const validate = (_: unknown, values: Record<string, unknown>) => {
    const isThere = Object.values(values[source] ?? {}).some(Boolean);
    return isThere || isNeeded?.(values) === false ? undefined : 'ra.validation.required';
  };
  // What react-admin marks the name of an input by.
  return Object.assign(validate, { isRequired: isNeeded === undefined });
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
