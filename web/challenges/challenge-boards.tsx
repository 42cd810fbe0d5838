import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { Board } from '../rankings/board.tsx';

/** Shows the leaders or winners of a challenge, with links to its rankings. */
export function ChallengeBoards({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation('challenges');
  const { data: settings } = useQuery(settingsQuery);
  const context = challenge.state === 'frozen' ? 'results' : 'ranking';
  const query = { periodType: 'challenge', challenge: challenge['@id'], limit: 3 } as const;
  const ranking = `/challenges/ranking/${challenge.uri}`;
  return (
    <>
      <Board
        title={t('boards.people', { context })}
        query={query}
        challenge={challenge}
        completeLink={ranking}
      />
      {settings?.teamsEnabled && (
        <Board
          title={t('boards.teams', { context })}
          query={{ ...query, of: 'teams' }}
          challenge={challenge}
          completeLink={`${ranking}/teams`}
        />
      )}
    </>
  );
}
