import type { ReactElement } from 'react';
import { TranslatableInputs, useLocaleState, useRecordContext } from 'react-admin';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { useOfferedLanguages } from './offered-languages.ts';

type Input = ReactElement<{ source: string }>;

/** Shows inputs for each offered language, in tabs. The texts of other languages stay unchanged. */
export function InEveryLanguage({ children }: { children: Input | Input[] }) {
  const [locale] = useLocaleState();
  const offered = useOfferedLanguages();
  const sources = [children].flat().map(({ props }) => props.source);
  return (
    <TranslatableInputs
      // The key remounts the tabs when the languages change, because the open tab is chosen on mount.
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

/**
 * Returns a validator that requires a text in at least one language, and marks the label. With `isNeeded`, the text is
 * required only if `isNeeded` returns true, and the label is not marked.
 */
export function inOneLanguage(source: string, isNeeded?: (values: Record<string, unknown>) => boolean) {
  const validate = (_: unknown, values: Record<string, unknown>) => {
    const isThere = Object.values(values[source] ?? {}).some(Boolean);
    return isThere || isNeeded?.(values) === false ? undefined : 'ra.validation.required';
  };
  // This property makes react-admin mark the input as required.
  return Object.assign(validate, { isRequired: isNeeded === undefined });
}

/** Returns the text in the language of the app, or in the first language that has a text. */
export function textIn(texts: Partial<Record<Language, string>> | undefined, locale: string): string {
  const inLocale = texts?.[locale as Language];
  return inLocale || languages.map((language) => texts?.[language]).find(Boolean) || '';
}

/** Shows a table cell with a text in the language of the app. */
export function TextsField({ source }: { source: string }) {
  const record = useRecordContext();
  const [locale] = useLocaleState();
  return <span>{textIn(record?.[source], locale)}</span>;
}
