import i18next from 'i18next';
import { localeOf } from '../../contract/kit/locale.ts';

/** The time of a comment: the hour today, else the day and the hour, with the year if it is not this year. */
export function momentText(moment: string): string {
  const [date, now] = [new Date(moment), new Date()];
  const hour: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const day: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  };
  const isToday = date.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(localeOf(i18next.language), isToday ? hour : { ...day, ...hour }).format(
    date,
  );
}
