import i18next from 'i18next';
import { numberFormat } from '../../api-client/formats.ts';

/**
 * Formats kilometres with two decimals in the person's language. Rounds from whole metres, as the server does for
 * rankings, so that equal ranks always show equal numbers.
 */
export function formatKilometers(kilometers: number): string {
  return formatDecimal(kilometers.toFixed(3), 2, 2);
}

/** Formats a number of participants, sports or activities, without decimals. */
export function formatCount(count: number): string {
  return formatDecimal(String(count), 0, 0);
}

/** Formats a progress percentage, with up to two decimals. */
export function formatPercentage(percentage: number): string {
  return formatDecimal(String(percentage), 0, 2);
}

/** Formats a percentage in a table column, with one decimal. */
export function formatShare(percentage: number): string {
  return formatDecimal(String(percentage), 1, 1);
}

function formatDecimal(text: string, minimum: number, maximum: number): string {
  const options = { minimumFractionDigits: minimum, maximumFractionDigits: maximum };
  return numberFormat(i18next.language, options).format(text as `${number}`);
}
