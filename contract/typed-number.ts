import type { Language } from './kit/fields.ts';

/** What stands before decimals in a language, and what its thousands are set apart by besides a space. */
const marks: Record<Language, { decimal: string; group: string }> = {
  en: { decimal: '.', group: ',' },
  fr: { decimal: ',', group: '' },
  nl: { decimal: ',', group: '.' },
};

/** What a number can be at all, which settles what its marks mean. */
interface NumberKind {
  /** Steps, people: a mark can only set thousands apart. */
  isWhole?: boolean;
  /** The largest that is accepted. */
  most?: number;
}

/**
 * The number that somebody has written in a language; null where nothing is written. Undefined where it is none, or
 * could be two: «5.000» is five thousand to many who write French, and five to others.
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

/** The digits and marks of a number, as JavaScript writes it. */
function sizeOf(text: string, language: Language, { isWhole, most = Infinity }: NumberKind) {
  const found = text.match(/[.,]/g) ?? [];
  const last = found.at(-1);
  if (last === undefined) return text || undefined;
  if (isWhole) return grouped.test(text) ? withoutMarks(text) : undefined;
  const [whole = '', decimals = ''] = [text.slice(0, text.lastIndexOf(last)), text.split(last).at(-1)];
  // Several marks: those that are alike set thousands apart, another one at the end stands before decimals.
  if (found.length > 1) {
    if (grouped.test(text)) return withoutMarks(text);
    return grouped.test(whole) && !whole.includes(last) ? `${withoutMarks(whole)}.${decimals}` : undefined;
  }
  if (!grouped.test(text)) return `${whole || '0'}.${decimals}`;
  if (last === marks[language].group) return withoutMarks(text);
  // Nobody writes three decimals of nothing, unless thousands are out of the question: a watch shows «8,000 km».
  const isDecimal = decimals !== '000' || Number(withoutMarks(text)) > most;
  return last === marks[language].decimal && isDecimal ? `${whole}.${decimals}` : undefined;
}

/** A number as it is written into a field of a language. */
export const writtenNumber = (value: number, language: string) =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
