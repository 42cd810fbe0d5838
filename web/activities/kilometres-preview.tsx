import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { countedMetres, timeOf } from '../../contract/kilometres.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Sport } from '../../contract/sports.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { inSentence, sportLabel } from '../sports/sport-label.ts';
import { amountText } from './activity-amount.ts';
import { type EntryValues, enteredAmount } from './activity-entry.ts';
import classes from './kilometres-preview.module.css';

/** The kilometres that the form's entry will count as it stands now, and how they come about. */
export function KilometresPreview({ sports }: { sports: Sport[] }) {
  const { t, i18n } = useTranslation('activities');
  const { control } = useFormContext<EntryValues>();
  const values = useWatch({ control }) as EntryValues;
  const sport = sports.find((one) => one['@id'] === values.sport);
  const amount = enteredAmount(values, i18n.language as Language);
  if (!sport || !amount)
    return (
      <div className={classes.preview} aria-live="polite">
        <p className={classes.figure} data-empty aria-hidden>
          <strong>{formatKilometers(0)}</strong> <span>km</span>
        </p>
        <p>{t('preview.empty')}</p>
      </div>
    );

  const label = sportLabel(sport, i18n.language);
  const counted = countedMetres(sport, amount) / 1000;
  const kilometers = formatKilometers(Math.min(counted, sport.dailyCapKm ?? counted));
  const entered = amountText(t, {
    amountType: amount.amountType,
    time: amount.amountType === 'time' ? timeOf(amount.seconds) : null,
    kilometers: amount.amountType === 'km' ? amount.metres / 1000 : null,
    steps: amount.amountType === 'steps' ? amount.steps : null,
  });
  const words = { label, sport: inSentence(label, i18n.language), amount: entered, kilometers };
  return (
    <div className={classes.preview} aria-live="polite" aria-atomic>
      <p className={classes.figure} aria-hidden>
        <strong>{kilometers}</strong> <span>km</span>
      </p>
      <p>
        {amount.amountType === 'time' && t('preview.time', { ...words, rate: sport.kmPerHour })}
        {amount.amountType === 'steps' && t('preview.steps', { ...words, rate: sport.metresPerStep })}
        {amount.amountType === 'km' && t('preview.km', words)}
        {sport.kmFactor !== 1 && ` ${t('preview.factor', { ...words, factor: sport.kmFactor })}`}
        {sport.dailyCapKm !== null && counted > sport.dailyCapKm && ` ${t('preview.dailyCap', words)}`}
      </p>
    </div>
  );
}
