import { useTranslation } from 'react-i18next';
import type { WorkoutRecord } from '../../contract/workouts.ts';
import { amountText } from '../activities/activity-amount.ts';

/** Returns a function that formats the distance, time and steps of a record as texts. */
export function useRecordAmounts(): (record: WorkoutRecord) => string[] {
  const { t } = useTranslation('activities');
  return ({ kilometers, time, steps }) =>
    (['km', 'time', 'steps'] as const)
      .filter((type) => ({ km: kilometers, time, steps })[type] !== null)
      .map((amountType) => amountText(t, { amountType, kilometers, time, steps }));
}
