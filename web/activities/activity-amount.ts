import type { TFunction } from 'i18next';
import type { Activity } from '../../contract/activities.ts';
import { secondsOf } from '../../contract/kilometres.ts';
import { formatKilometers } from '../kit/numbers.ts';

/** Formats the entered amount as text: «47 min 54 s», «12.34 km», «8,000 steps». */
export function amountText(
  t: TFunction<'activities'>,
  { amountType, time, kilometers, steps }: Pick<Activity, 'amountType' | 'time' | 'kilometers' | 'steps'>,
): string {
  switch (amountType) {
    case 'time':
      return durationText(t, secondsOf(time ?? ''));
    case 'km':
      return t('amount.km', { kilometers: formatKilometers(kilometers ?? 0) });
    case 'steps':
      return t('amount.steps', { count: steps ?? 0 });
  }
}

/**
 * Returns the amounts of an activity as texts, the counted amount first. If distance and time were received, both are
 * included. Empty if the viewer may see only the score.
 */
export function amountTexts(
  t: TFunction<'activities'>,
  activity: Pick<Activity, 'amountType' | 'time' | 'kilometers' | 'steps' | 'stepsElsewhere'>,
): string[] {
  const { amountType, time, kilometers, steps, stepsElsewhere } = activity;
  const amounts = { time, km: kilometers, steps: amountType === 'steps' ? steps : null };
  const texts = [...new Set([amountType, 'km', 'time'] as const)]
    .filter((type) => amounts[type] !== null)
    .map((type) => amountText(t, { ...activity, amountType: type }));
  const rest = stepsElsewhere > 0 && t('amount.stepsElsewhere', { count: stepsElsewhere });
  return rest ? [...texts, rest] : texts;
}

function durationText(t: TFunction<'activities'>, total: number): string {
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const parts = [
    hours > 0 && t('amount.hours', { value: hours }),
    minutes > 0 && t('amount.minutes', { value: minutes }),
    seconds > 0 && t('amount.seconds', { value: seconds }),
  ];
  return parts.filter(Boolean).join(' ');
}
