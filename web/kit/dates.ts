import i18next from 'i18next';
import { dateFormat } from '../../api-client/formats.ts';
import { localeOf } from '../../contract/kit/locale.ts';

/** Returns today's date on this device, `YYYY-MM-DD`. */
export const today = () => dayBefore(0);

/** Returns yesterday's date on this device, `YYYY-MM-DD`. */
export const yesterday = () => dayBefore(1);

function dayBefore(days: number): string {
  const now = new Date();
  // Day 0 of a month is the last day of the previous month, and daylight saving time does not matter here.
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}`;
}

/** Formats a calendar date in the person's language, for example «20 november 2026». */
export function formatDate(
  date: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string {
  // Noon in UTC, formatted in UTC, is the same day in every time zone of the device.
  return dateFormat(localeOf(i18next.language), { ...options, timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T12:00:00Z`),
  );
}

/** Formats a moment in the device's time zone and the person's language, for example «20 november 2026 om 18:30». */
export const formatMoment = (at: string): string =>
  dateFormat(localeOf(i18next.language), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));

/** Formats a range of days in the person's language, for example «16–22 november 2026». */
export function formatDateRange(from: string, to: string): string {
  const noon = (date: string) => new Date(`${date.slice(0, 10)}T12:00:00Z`);
  return dateFormat(localeOf(i18next.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).formatRange(noon(from), noon(to));
}
