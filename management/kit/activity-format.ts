import { useLocaleState, useTranslate } from 'react-admin';
import { dateFormat, numberFormat } from '../../api-client/formats.ts';
import { localeOf } from '../../contract/kit/locale.ts';

interface DescribedActivity {
  performedAt: string;
  sportLabels: { language: string; label: string }[];
  amountType: 'time' | 'km' | 'steps';
  time: string | null;
  kilometers: number | null;
  steps: number | null;
  challengeKms: number;
  counts: boolean;
}

/** Returns functions that describe an activity in the language of the app: sport, amount, kilometres and day. */
export function useActivityFormat() {
  const [language] = useLocaleState();
  const locale = localeOf(language);
  const translate = useTranslate();
  const number = (value: number) => numberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  const format = {
    number,
    sport: ({ sportLabels: labels }: Pick<DescribedActivity, 'sportLabels'>) =>
      (labels.find((label) => label.language === language) ?? labels[0])?.label ?? '',
    amount: ({ amountType, time, kilometers, steps }: DescribedActivity) =>
      ({
        time: time ?? '',
        km: `${number(kilometers ?? 0)} km`,
        steps: translate('app.steps', { smart_count: steps ?? 0, number: number(steps ?? 0) }),
      })[amountType],
    counted: ({ counts, challengeKms }: DescribedActivity) =>
      counts ? translate('app.counted', { number: number(challengeKms) }) : translate('app.notCounted'),
    // A calendar date has no time zone; noon in UTC, formatted in UTC, is always on the same date.
    day: ({ performedAt }: Pick<DescribedActivity, 'performedAt'>) =>
      dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${performedAt}T12:00:00Z`)),
    moment: (at: string) =>
      dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at)),
  };
  return {
    ...format,
    /** The entered amount and the counted kilometres, in short form. */
    result: (activity?: DescribedActivity | null) =>
      activity ? [format.amount(activity), format.counted(activity)].join(', ') : '',
  };
}
