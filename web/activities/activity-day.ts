import i18next from 'i18next';
import { relativeTimeFormat } from '../../api-client/formats.ts';
import { formatDate, today } from '../kit/dates.ts';

/**
 * Formats the day of an activity: «today», «yesterday» or the date. Dates in other years include the year.
 */
export function dayText(date: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today())) / 86_400_000);
  if (days === 0 || days === -1)
    return relativeTimeFormat(i18next.language, { numeric: 'auto' }).format(days, 'day');
  return dateText(date, 'long');
}

/** Formats a date with its weekday. Dates in other years include the year. */
export function dateText(date: string, month: 'long' | 'short'): string {
  const options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month };
  const isThisYear = date.slice(0, 4) === today().slice(0, 4);
  return formatDate(date, isThisYear ? options : { ...options, year: 'numeric' });
}
