import { Alert } from '@mui/material';
import { type RaRecord, useLocaleState, useRecordContext, useTranslate } from 'react-admin';
import type { CallInput } from '../../contract/kit/operation.ts';
import * as contract from '../../contract/managed/challenges.ts';
import { call } from '../kit/call.ts';
import { type AskQuestion, ConfirmForm } from '../kit/confirm-form.tsx';
import { useMissingTitles } from './missing-titles.ts';

/** Shows the form of a challenge. Asks before saving dates that change what counts, or an end date in the past. */
export function ChallengeForm(props: Omit<React.ComponentProps<typeof ConfirmForm>, 'ask'>) {
  const record = useRecordContext();
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const missingTitles = useMissingTitles();
  const ask: AskQuestion = async ({ startsOn, endsOn, timeZone, graceHours, name, hidden }) => {
    if (!startsOn || !endsOn || endsOn < startsOn) return undefined;
    if (record && record.startsOn === startsOn && record.endsOn === endsOn) return undefined;
    const counted = record && (await countedOn(record, { startsOn, endsOn, graceHours }));
    const isOther = counted !== undefined && counted.activitiesNow !== counted.activitiesThen;
    const isOver = endsOn < todayIn(timeZone);
    const missing = record || hidden ? undefined : missingTitles(name);
    if (!isOther && !isOver && !missing) return undefined;
    const day = new Date(endsOn).toLocaleDateString(locale, { timeZone: 'UTC', dateStyle: 'long' });
    const kind = record ? 'change' : isOver ? 'create' : 'show';
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
          {counted && (
            <p>
              {translate('resources.challenges.days.freezes', {
                moment: new Date(counted.closesAt).toLocaleString(locale, {
                  dateStyle: 'long',
                  timeStyle: 'short',
                }),
              })}
            </p>
          )}
          {isOver && record && <p>{translate('resources.challenges.days.editable')}</p>}
          {missing && <Alert severity="warning">{missing}</Alert>}
        </>
      ),
    };
  };
  return <ConfirmForm {...props} ask={ask} />;
}

const countedOn = (record: RaRecord, query: CallInput<typeof contract.days>['query']) =>
  call(contract.days, { params: { id: Number(record.id) }, query });

/** Returns today's date in a time zone, as `YYYY-MM-DD`. */
const todayIn = (timeZone: string) => new Date().toLocaleDateString('sv-SE', { timeZone });
