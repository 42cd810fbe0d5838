import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import type { SportType } from '../../contract/sports.ts';
import { formatDateRange } from '../kit/dates.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import classes from './board.module.css';
import { Board } from './board.tsx';
import { isNotFound, type RankingInput, rankingQuery } from './queries.ts';
import { boardSports } from './sport-switch.tsx';

/** Shows the boards of a period side by side, overall and by sport; on phones, only the board of the chosen sport. */
export function SportBoards(props: {
  title: string;
  /** The period in words; by default the dates of the period. */
  subtitle?: string;
  query: RankingInput;
  challenge?: Challenge;
  chosen: SportType | undefined;
  complete: (sport: SportType | undefined) => string;
}) {
  const { query, challenge } = props;
  const { t } = useTranslation(['rankings', 'sports']);
  const id = useId();
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const {
    data: days,
    error,
    refetch,
  } = useQuery(rankingQuery(isPhone ? { ...query, sport: props.chosen } : query));
  const subtitle =
    props.subtitle ??
    (days?.periodStartsAt && days.periodEndsAt && formatDateRange(days.periodStartsAt, days.periodEndsAt));
  return (
    <section aria-labelledby={id} className="stack">
      <header className="row baseline gap-4 tight">
        <h2 id={id} className="heading">
          {props.title}
        </h2>
        <p className={`${classes.subtitle} soft`}>{subtitle}</p>
      </header>
      {/* There is one message for all boards of the period, because they fail together. */}
      {error && !days && !isNotFound(error) ? (
        <ErrorBanner error={error} onRetry={refetch} />
      ) : (
        <div className={classes.boards}>
          {(isPhone ? [props.chosen] : boardSports).map((sport) => (
            <section key={sport ?? 'overall'} className="topic pt-3">
              <h3 className="title">{t(`sports:types.${sport ?? 'overall'}`)}</h3>
              <Board
                query={sport ? { ...query, sport } : query}
                completeLink={props.complete(sport)}
                {...(challenge ? { challenge } : {})}
              />
            </section>
          ))}
        </div>
      )}
    </section>
  );
}
