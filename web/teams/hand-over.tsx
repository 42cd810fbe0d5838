import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { settingsQuery } from '../configs/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { membersQuery, useHandOver } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Lets a captain hand over the team, after a confirmation. `onDone` gets the name of the new captain. */
export function HandOver({ team, onDone }: { team: ChallengeTeam; onDone: (name: string) => void }) {
  const { t } = useTranslation(['teams', 'common']);
  const { data: settings } = useQuery(settingsQuery);
  const { data: members } = useQuery(membersQuery(team.uuid));
  const handOver = useHandOver(team.uuid);
  const [chosen, setChosen] = useState('');
  const [question, setQuestion] = useState<'none' | 'open' | 'closed'>('none');
  const others = members?.filter(({ isCaptain }) => !isCaptain);
  if (!settings?.allowTeamCreation || !others) return null;
  const nameOf = (fullName: string | undefined) => fullName || t('common:somebody');
  const heir = others.find((member) => member['@id'] === chosen) ?? others[0];
  return (
    <Panel title={t('handOver.title')}>
      <p className="soft">{t(heir ? 'handOver.text' : 'handOver.nobody')}</p>
      {heir && (
        <div className="stack gap-3 mt-3">
          <NativeSelect
            size="md"
            label={t('handOver.member')}
            value={heir['@id']}
            data={others.map((member) => ({ value: member['@id'], label: nameOf(member.fullName) }))}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              setQuestion('none');
            }}
          />
          {handOver.error && <Notice kind="danger">{handOver.error.message}</Notice>}
          {handOver.isPending && <Waiting small />}
          {!handOver.isPending && question !== 'open' && (
            <Button
              variant="default"
              size="md"
              className="start"
              ref={question === 'closed' ? focus : null}
              onClick={() => setQuestion('open')}
            >
              {t('handOver.submit')}
            </Button>
          )}
          {!handOver.isPending && question === 'open' && (
            <fieldset
              className="question"
              onKeyDown={(event) => event.key === 'Escape' && setQuestion('closed')}
            >
              <legend>{t('handOver.question', { name: nameOf(heir.fullName) })}</legend>
              <Button
                size="md"
                onClick={() =>
                  // Uses the promise, because this panel unmounts as soon as the team has a new captain, and then the
                  // callbacks of the mutation do not run.
                  handOver.mutateAsync(heir['@id']).then(
                    () => onDone(nameOf(heir.fullName)),
                    () => setQuestion('closed'),
                  )
                }
              >
                {t('handOver.confirm')}
              </Button>
              <Button variant="default" size="md" ref={focus} onClick={() => setQuestion('closed')}>
                {t('handOver.keep')}
              </Button>
            </fieldset>
          )}
        </div>
      )}
    </Panel>
  );
}
