import type { Language } from './kit/fields.ts';

/** The decimal sign of a language, and its thousands separator besides a space. */
const marks: Record<Language, { decimal: string; group: string }> = {
  en: { decimal: '.', group: ',' },
  fr: { decimal: ',', group: '' },
  nl: { decimal: ',', group: '.' },
};

/** What is known about the number, which decides what its marks mean. */
interface NumberKind {
  /** Such as steps or people: a mark can only separate thousands. */
  isWhole?: boolean;
  /** The largest accepted number. */
  most?: number;
}

/**
 * Parses a number typed in a language; null if nothing is typed. Undefined if it is no number or ambiguous: «5.000» is
 * five thousand to many who write French, and five to others.
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

/** The digits of a number, with a point before decimals. */
function sizeOf(text: string, language: Language, { isWhole, most = Infinity }: NumberKind) {
  const found = text.match(/[.,]/g) ?? [];
  const last = found.at(-1);
  if (last === undefined) return text || undefined;
  if (isWhole) return grouped.test(text) ? withoutMarks(text) : undefined;
  const [whole = '', decimals = ''] = [text.slice(0, text.lastIndexOf(last)), text.split(last).at(-1)];
  // Several marks: equal ones separate thousands; a different one at the end precedes decimals.
  if (found.length > 1) {
    if (grouped.test(text)) return withoutMarks(text);
    return grouped.test(whole) && !whole.includes(last) ? `${withoutMarks(whole)}.${decimals}` : undefined;
  }
  if (!grouped.test(text)) return `${whole || '0'}.${decimals}`;
  if (last === marks[language].group) return withoutMarks(text);
  // Nobody types three zeros as decimals, unless thousands are impossible: a watch shows «8,000 km».
  const isDecimal = decimals !== '000' || Number(withoutMarks(text)) > most;
  return last === marks[language].decimal && isDecimal ? `${whole}.${decimals}` : undefined;
}

/** Formats a number for a field of a language. */
export const writtenNumber = (value: number, language: string) =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
