import i18next from 'i18next';
import { relativeTimeFormat } from '../../api-client/formats.ts';
import { localeOf } from '../../contract/kit/locale.ts';

/** Returns the name of a week or month relative to today: «This week», «Last week», «3 weeks ago». */
export function relativeName(periodType: 'week' | 'month', offset: number): string {
  const locale = localeOf(i18next.language);
  const name = relativeTimeFormat(locale, { numeric: 'auto' }).format(offset, periodType);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
