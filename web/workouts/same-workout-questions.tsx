import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkoutQuestion, WorkoutRecord } from '../../contract/workouts.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { questionsQuery, useAnswer } from './queries.ts';
import { RecordFacts } from './record-facts.tsx';
import classes from './records.module.css';

/** Three questions fill a phone's screen; the next one appears when the person answers one. */
const mostShown = 3;

/**
 * Asks for each waiting workout whether it is the same as one that counts. Renders nothing if no workout is waiting.
 */
export function SameWorkoutQuestions() {
  const { t } = useTranslation('workouts');
  const pairs = useQuery(questionsQuery).data ?? [];
  if (pairs.length === 0) return null;
  const waiting = [...new Set(pairs.map(({ activities: [activity] }) => activity))];
  const rest = waiting.length - mostShown;
  return (
    <Panel title={t('records.question.title')}>
      <div className="stack">
        <p className="soft measure">{t('records.question.text')}</p>
        <ul className="list stack">
          {waiting.slice(0, mostShown).map((activity) => (
            <li key={activity}>
              <Question candidates={pairs.filter(({ activities: [of] }) => of === activity)} />
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <p role="status" className="soft">
            {t('records.question.more', { count: rest })}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Asks which of the candidates is the same workout, if any. */
function Question({ candidates }: { candidates: WorkoutQuestion[] }) {
  const { t } = useTranslation('workouts');
  const answer = useAnswer();
  const [{ one } = { one: undefined }] = candidates;
  const isOneOfSeveral = candidates.length > 1;
  const same = (question: WorkoutQuestion) => (
    <Button
      disabled={answer.isPending}
      onClick={() => answer.mutate({ uuids: [question.uuid], isSame: true })}
    >
      {t(isOneOfSeveral ? 'records.question.thisOne' : 'records.question.same')}
    </Button>
  );
  const none = (
    <Button
      variant="default"
      disabled={answer.isPending}
      onClick={() => answer.mutate({ uuids: candidates.map(({ uuid }) => uuid), isSame: false })}
    >
      {t(isOneOfSeveral ? 'records.question.none' : 'records.question.other')}
    </Button>
  );
  return (
    <fieldset className="stack gap-3">
      <legend className="unseen">{t('records.question.title')}</legend>
      {isOneOfSeveral && one && (
        <>
          <Side record={one} />
          <p className="bold">{t('records.question.which')}</p>
        </>
      )}
      <div className={classes.sides}>
        {!isOneOfSeveral && one && <Side record={one} />}
        {candidates.map((question) => (
          <Side key={question.uuid} record={question.other}>
            {isOneOfSeveral && same(question)}
          </Side>
        ))}
      </div>
      <div className="row gap-2">
        {!isOneOfSeveral && candidates.map(same)}
        {none}
      </div>
      {answer.error && <Notice kind="danger">{answer.error.message}</Notice>}
    </fieldset>
  );
}

function Side({ record, children }: { record: WorkoutRecord; children?: ReactNode }) {
  return (
    <div className={`${classes.side} stack gap-3 inset`}>
      <RecordFacts record={{ ...record, counting: false }} />
      {children}
    </div>
  );
}
