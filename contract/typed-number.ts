import type { Language } from './kit/fields.ts';

/** The decimal and thousands separators of each language; a space also separates thousands. */
const marks: Record<Language, { decimal: string; group: string }> = {
  en: { decimal: '.', group: ',' },
  fr: { decimal: ',', group: '' },
  nl: { decimal: ',', group: '.' },
};

/** What is known about a number; this determines what its points and commas mean. */
interface NumberKind {
  /** Whether the number is whole, like steps or people; a point or comma in it can only separate thousands. */
  isWhole?: boolean;
  /** The largest accepted number. */
  most?: number;
}

/**
 * Parses a number that a person typed in the given language. Returns null if the text is empty, and undefined if the
 * text is not a number or is ambiguous: in French, «5.000» means five thousand to many people, and five to others.
 */
export function typedNumber(
  text: string,
  language: Language,
  kind: NumberKind = {},
): number | null | undefined {
  const compact = text.trim().replace(/^-?\d{1,3}(?:\s\d{3})+(?!\d)/, (whole) => whole.replace(/\s/g, ''));
  if (compact === '') return null;
  const [, sign = '', digits = ''] = compact.match(/^(-?)(?=[.,]*\d)([\d.,]+)$/) ?? [];
  const size = sizeOf(digits, language, kind);
  return size === undefined ? undefined : Number(sign + size);
}

const grouped = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;
const withoutMarks = (text: string) => text.replace(/[.,]/g, '');

/**
 * Returns a number's digits with a decimal point and without thousands separators; undefined if the number is
 * ambiguous.
 */
function sizeOf(text: string, language: Language, { isWhole, most = Infinity }: NumberKind) {
  const found = text.match(/[.,]/g) ?? [];
  const last = found.at(-1);
  if (last === undefined) return text || undefined;
  if (isWhole) return grouped.test(text) ? withoutMarks(text) : undefined;
  const [whole = '', decimals = ''] = [text.slice(0, text.lastIndexOf(last)), text.split(last).at(-1)];
  // If there are several points or commas, they separate thousands, unless the last one differs from the others: then
  // the last one is the decimal separator.
  if (found.length > 1) {
    if (grouped.test(text)) return withoutMarks(text);
    return grouped.test(whole) && !whole.includes(last) ? `${withoutMarks(whole)}.${decimals}` : undefined;
  }
  if (!grouped.test(text)) return `${whole || '0'}.${decimals}`;
  if (last === marks[language].group) return withoutMarks(text);
  // Three zeros are decimals only if the number would otherwise be too large, as in «8,000 km» on a watch.
  const isDecimal = decimals !== '000' || Number(withoutMarks(text)) > most;
  return last === marks[language].decimal && isDecimal ? `${whole}.${decimals}` : undefined;
}

/** Formats a number for a form field in the given language. */
export const writtenNumber = (value: number, language: string) =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
