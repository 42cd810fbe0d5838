import i18next from 'i18next';

/**
 * Kilometres with two decimals in the person's language. Rounded from whole metres, as the server ranks, so that equal
 * places always show equal numbers.
 */
export function formatKilometers(kilometers: number): string {
  return formatDecimal(kilometers.toFixed(3), 2, 2);
}

/** Numbers of participants, sports and activities: no decimals. */
export function formatCount(count: number): string {
  return formatDecimal(String(count), 0, 0);
}

/** Progress: up to two decimals. */
export function formatPercentage(percentage: number): string {
  return formatDecimal(String(percentage), 0, 2);
}

/** Percentages in a column: one decimal. */
export function formatShare(percentage: number): string {
  return formatDecimal(String(percentage), 1, 1);
}

function formatDecimal(text: string, minimum: number, maximum: number): string {
  return formatter(i18next.language, minimum, maximum).format(text as `${number}`);
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Creating a formatter takes longer than formatting a whole board. */
function formatter(language: string, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${language} ${minimum} ${maximum}`;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat(language, { minimumFractionDigits: minimum, maximumFractionDigits: maximum });
  formatters.set(key, known);
  return known;
}
