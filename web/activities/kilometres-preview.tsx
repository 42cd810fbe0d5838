import type { TFunction } from 'i18next';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Amount, countedMetres, timeOf } from '../../contract/kilometres.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Sport } from '../../contract/sports.ts';
import { timeInWords } from '../../contract/typed-time.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { inSentence, sportLabel } from '../sports/sport-label.ts';
import { amountText } from './activity-amount.ts';
import { type EntryValues, enteredAmount } from './activity-entry.ts';
import classes from './activity-form.module.css';

/** Returns the counted kilometres of the current entry; undefined while its amount cannot be parsed. */
function useCounted(sports: Sport[]) {
  const { i18n } = useTranslation();
  const { control } = useFormContext<EntryValues>();
  const values = useWatch({ control }) as EntryValues;
  const sport = sports.find((one) => one['@id'] === values.sport);
  const amount = enteredAmount(values, i18n.language as Language);
  if (!sport || !amount) return undefined;
  const uncapped = countedMetres(sport, amount) / 1000;
  const isCapped = sport.dailyCapKm !== null && uncapped > sport.dailyCapKm;
  const kilometers = formatKilometers(Math.min(uncapped, sport.dailyCapKm ?? uncapped));
  return { sport, amount, isCapped, kilometers };
}

/** Shows the counted kilometres next to the field. `KilometresPreview` announces them to screen readers. */
export function CountedFigure({ sports }: { sports: Sport[] }) {
  const counted = useCounted(sports);
  return (
    <p className={classes.bib} data-empty={!counted || undefined} aria-hidden>
      <strong className="figure">{counted?.kilometers ?? formatKilometers(0)}</strong>&nbsp;km
    </p>
  );
}

/** Shows how the app interprets the entry, the counted kilometres, and their calculation. */
export function KilometresPreview({ sports }: { sports: Sport[] }) {
  const { t, i18n } = useTranslation('activities');
  const counted = useCounted(sports);
  return (
    <div className={`${classes.preview} soft small`} aria-live="polite" aria-atomic>
      {counted ? (
        <>
          <strong>
            {t('preview.understood', {
              amount: understood(t, counted.amount, i18n.language),
              kilometers: counted.kilometers,
            })}
          </strong>
          <CountingRule {...counted} />
        </>
      ) : (
        <span>{t('preview.empty')}</span>
      )}
    </div>
  );
}

function understood(t: TFunction<'activities'>, amount: Amount, language: string): string {
  if (amount.amountType === 'time') return timeInWords(timeOf(amount.seconds), language);
  const steps = amount.amountType === 'steps' ? amount.steps : null;
  const kilometers = amount.amountType === 'km' ? amount.metres / 1000 : null;
  return amountText(t, { amountType: amount.amountType, time: null, steps, kilometers });
}

/** Explains how the sport's rule converts the amount to kilometres. */
function CountingRule(props: { sport: Sport; amount: Amount; isCapped: boolean }) {
  const { sport, amount, isCapped } = props;
  const { t, i18n } = useTranslation('activities');
  const label = sportLabel(sport, i18n.language);
  const values = { label, sport: inSentence(label, i18n.language) };
  const lines = [
    amount.amountType === 'time' && t('preview.time', { ...values, rate: sport.kmPerHour }),
    amount.amountType === 'steps' && t('preview.steps', { ...values, rate: sport.metresPerStep }),
    sport.kmFactor !== 1 && t('preview.factor', { ...values, factor: sport.kmFactor }),
    isCapped && t('preview.dailyCap', { ...values, cap: formatKilometers(sport.dailyCapKm ?? 0) }),
  ];
  return <span>{lines.filter(Boolean).join(' ')}</span>;
}
