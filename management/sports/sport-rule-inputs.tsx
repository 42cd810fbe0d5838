import { Alert } from '@mui/material';
import { required, useLocaleState, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { sportRecords } from '../../contract/sport-records.ts';
import { writtenNumber } from '../../contract/typed-number.ts';
import { NumberInput } from '../kit/number-input.tsx';

/** The limits of a number in a rule, which must be below a thousand. */
const bounds = { min: 0, max: 999 };

const label = (source: string) => `resources.sports.fields.${source}`;

/**
 * Shows the inputs of a counting rule. Pass `type` if the form has no field for the type, and `isNew` for a new sport.
 */
export function SportRuleInputs({ type, isNew = false }: { type?: string; isNew?: boolean }) {
  const must = { validate: required() };
  return (
    <>
      <NumberInput
        source="kmPerHour"
        label={label('kmPerHour')}
        {...bounds}
        {...(isNew ? { helperText: 'resources.sports.help.kmPerHour' } : must)}
      />
      <TooFast {...(type ? { type } : {})} />
      <NumberInput
        source="kmFactor"
        label={label('kmFactor')}
        {...bounds}
        {...must}
        {...(isNew ? { defaultValue: 1 } : {})}
      />
      <NumberInput
        source="metresPerStep"
        label={label('metresPerStep')}
        {...bounds}
        {...must}
        {...(isNew ? { defaultValue: 0.7 } : {})}
      />
      <NumberInput source="dailyCapKm" label={label('dailyCapKm')} {...bounds} />
    </>
  );
}

/** Warns if an hour would count more kilometres than the speed record of the sport type. */
function TooFast({ type }: { type?: string }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const values = useWatch();
  const bound = fastest(type ?? values.type) / 1000;
  const speed = Number(values.kmPerHour) * Number(values.kmFactor ?? 1);
  if (typeof values.kmPerHour !== 'number' || !(speed > bound)) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('resources.sports.tooFast', {
        km: writtenNumber(speed, locale),
        bound: writtenNumber(bound, locale),
      })}
    </Alert>
  );
}

/** Returns the speed record of a sport type, in metres per hour; for other sports, the highest of all records. */
function fastest(type: string): number {
  const records = Object.entries(sportRecords);
  const own = records.filter(([name]) => name === type);
  return Math.max(...(own.length > 0 ? own : records).map(([, { speed }]) => speed));
}
