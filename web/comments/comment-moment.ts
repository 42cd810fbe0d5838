import i18next from 'i18next';
import { dateFormat } from '../../api-client/formats.ts';
import { localeOf } from '../../contract/kit/locale.ts';

/**
 * Formats when a comment was written: only the time for today's comments, otherwise the date and the time.
 * Dates in other years include the year.
 */
export function momentText(moment: string): string {
  const [date, now] = [new Date(moment), new Date()];
  const hour: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const day: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  };
  const isToday = date.toDateString() === now.toDateString();
  return dateFormat(localeOf(i18next.language), isToday ? hour : { ...day, ...hour }).format(date);
}
