import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { usePending } from '../kit/pending.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './board.module.css';
import { BoardRow } from './board-row.tsx';
import { BoardSkeleton } from './board-skeleton.tsx';
import { useMeasure } from './measure.ts';
import { NobodyOnBoard } from './nobody-on-board.tsx';
import { isNotFound, type RankingInput, rankingQuery, useOwnPerformer, useOwnStanding } from './queries.ts';

interface BoardProps {
  query: RankingInput;
  /** The heading; a board with a heading is in a panel. */
  title?: string;
  /** The link to the complete ranking. */
  completeLink?: string;
  /** The board's challenge, which may use a unit other than kilometres. */
  challenge?: Challenge;
}

/** Shows the first rows of a board, followed by the person's own row if it is further down. */
export function Board({ title, ...board }: BoardProps) {
  if (!title) return <BoardRows {...board} />;
  return (
    <Panel title={title}>
      <BoardRows {...board} />
    </Panel>
  );
}

/** Shows the rows of a board without a panel around them. */
export function BoardRows({ query, completeLink, challenge }: BoardProps) {
  const { t } = useTranslation('rankings');
  const own = useOwnPerformer(query.of);
  const { data, error, isPending: isLoading, refetch } = useQuery(rankingQuery(query));
  const isPending = usePending(isLoading);
  const rows = data?.['hydra:member'];
  // The board is full, and the person's own row is further down.
  const isBeyond =
    rows !== undefined &&
    rows.length >= query.limit &&
    !rows.some(({ performer }) => performer.id === own?.id);
  const ownStanding = useOwnStanding(query, { enabled: isBeyond });
  const ownRow = isBeyond ? ownStanding.row : undefined;
  const measure = useMeasure(challenge, query.of);
  if (isPending) return <BoardSkeleton rows={Math.min(query.limit, 15)} isLinked={Boolean(completeLink)} />;
  if (!rows && !isNotFound(error)) return <ErrorBanner error={error as Error} onRetry={refetch} />;
  if (!rows?.length) return <NobodyOnBoard query={query} challenge={challenge} />;
  return (
    <>
      <p className={`${classes.unit} soft`} aria-hidden>
        {measure.label}
      </p>
      <ol className="list">
        {rows.map((row) => (
          <BoardRow key={row['@id']} row={row} isOwn={row.performer.id === own?.id} measure={measure} />
        ))}
        {ownRow && (
          <>
            <li className={classes.gap} aria-hidden>
              …
            </li>
            <BoardRow row={ownRow} isOwn measure={measure} />
          </>
        )}
      </ol>
      {completeLink && (
        <Link to={completeLink} className="link plain target small">
          {t('board.complete')}
          <IconArrowRight aria-hidden size={18} />
        </Link>
      )}
    </>
  );
}
