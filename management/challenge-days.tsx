import { type RaRecord, useLocaleState, useRecordContext, useTranslate } from 'react-admin';
import * as contract from '../contract/managed/challenges.ts';
import { type Ask, AskingForm } from './kit/asking-form.tsx';
import { call } from './kit/call.ts';

/** A challenge's form: asks before it saves days that change what counts, or of which the last has passed. */
export function ChallengeForm(props: Omit<React.ComponentProps<typeof AskingForm>, 'ask'>) {
  const record = useRecordContext();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const ask: Ask = async ({ startsOn, endsOn, timeZone }) => {
    if (!startsOn || !endsOn || endsOn < startsOn) return undefined;
    if (record && record.startsOn === startsOn && record.endsOn === endsOn) return undefined;
    const counted = record && (await countedOn(record, startsOn, endsOn));
    const isOther = counted !== undefined && counted.activitiesNow !== counted.activitiesThen;
    const isOver = endsOn < todayIn(timeZone);
    if (!isOther && !isOver) return undefined;
    const day = new Date(endsOn).toLocaleDateString(locale, { timeZone: 'UTC', dateStyle: 'long' });
    const kind = record ? 'change' : 'create';
    return {
      title: `resources.challenges.days.${kind}`,
      confirm: `resources.challenges.days.do${record ? 'Change' : 'Create'}`,
      text: (
        <>
          {counted && isOther && (
            <p>
              {translate('resources.challenges.days.counted', {
                now: number(counted.activitiesNow),
                next: number(counted.activitiesThen),
              })}
            </p>
          )}
          {isOver && <p>{translate('resources.challenges.days.over', { day })}</p>}
          {isOver && record && <p>{translate('resources.challenges.days.editable')}</p>}
        </>
      ),
    };
  };
  return <AskingForm {...props} ask={ask} />;
}

const countedOn = (record: RaRecord, startsOn: string, endsOn: string) =>
  call(contract.days, { params: { id: Number(record.id) }, query: { startsOn, endsOn } });

/** The calendar day that it is now in a time zone, as `YYYY-MM-DD`. */
const todayIn = (timeZone: string) => new Date().toLocaleDateString('sv-SE', { timeZone });
