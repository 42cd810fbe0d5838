import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WorkoutQuestion } from '../../contract/workouts.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { questionsQuery, useAnswer } from './queries.ts';
import { RecordFacts } from './record-facts.tsx';
import classes from './records.module.css';

/** Three questions fill a phone's screen; the next one appears when the person answers one. */
const shownAtOnce = 3;

/** Asks about pairs of records whether they are the same workout. Renders nothing if there are no such pairs. */
export function SameWorkoutQuestions() {
  const { t } = useTranslation('workouts');
  const questions = useQuery(questionsQuery).data ?? [];
  if (questions.length === 0) return null;
  const rest = questions.length - shownAtOnce;
  return (
    <Panel title={t('records.question.title')}>
      <div className="stack">
        <p className="soft measure">{t('records.question.text')}</p>
        <ul className="list stack">
          {questions.slice(0, shownAtOnce).map((question) => (
            <li key={question.uuid}>
              <Question question={question} />
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

function Question({ question }: { question: WorkoutQuestion }) {
  const { t } = useTranslation('workouts');
  const answer = useAnswer();
  const say = (isSame: boolean) => answer.mutate({ uuid: question.uuid, isSame });
  return (
    <fieldset className="stack gap-3">
      <legend className="unseen">{t('records.question.title')}</legend>
      <div className={classes.sides}>
        {[question.one, question.other].map((record) => (
          <div key={record.uuid} className={`${classes.side} inset`}>
            <RecordFacts record={{ ...record, counting: false }} />
          </div>
        ))}
      </div>
      <div className="row gap-2">
        <Button disabled={answer.isPending} onClick={() => say(true)}>
          {t('records.question.same')}
        </Button>
        <Button variant="default" disabled={answer.isPending} onClick={() => say(false)}>
          {t('records.question.other')}
        </Button>
      </div>
      {answer.error && <Notice kind="danger">{answer.error.message}</Notice>}
    </fieldset>
  );
}
