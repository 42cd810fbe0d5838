import i18next from 'i18next';

/**
 * Kilometres with two decimals in the person's language. Rounded as the server ranks, from whole metres,
 * so that equal places always show equal numbers.
 */
export function formatKilometers(kilometers: number): string {
  return formatDecimal(kilometers.toFixed(3), 2, 2);
}

/** Participants, sports and activities: no decimals. */
export function formatCount(count: number): string {
  return formatDecimal(String(count), 0, 0);
}

/** Progress: up to two decimals. */
export function formatPercentage(percentage: number): string {
  return formatDecimal(String(percentage), 0, 2);
}

function formatDecimal(text: string, minimum: number, maximum: number): string {
  return new Intl.NumberFormat(i18next.language, {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
  }).format(text as `${number}`);
}
