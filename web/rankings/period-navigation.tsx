import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateRange } from '../kit/dates.ts';
import classes from './period-navigation.module.css';
import { complete, type RankingInput, rankingQuery } from './queries.ts';

/** Shows the links to the previous and the next week or month. */
export function PeriodSteps({ offset, furthest }: { offset: number; furthest: number }) {
  const { t } = useTranslation('rankings');
  const to = (other: number) => (other === 0 ? '.' : `?offset=${other}`);
  return (
    <nav className={classes.steps} aria-label={t('period.navigation')}>
      {offset > -furthest && (
        <Link to={to(offset - 1)} replace className={classes.step} aria-label={t('period.earlier')}>
          <IconChevronLeft aria-hidden />
        </Link>
      )}
      {offset < furthest && (
        <Link to={to(offset + 1)} replace className={classes.step} aria-label={t('period.later')}>
          <IconChevronRight aria-hidden />
        </Link>
      )}
    </nav>
  );
}

/** Shows the name of the ranking, how many weeks or months ago the period was, and the dates of the period. */
export function PeriodDays(props: {
  name: string;
  query: Omit<RankingInput, 'limit'> & { periodType: 'week' | 'month' };
  offset: number;
}) {
  const { name, offset, query } = props;
  const { t } = useTranslation('rankings');
  const { data, isPlaceholderData } = useQuery({
    ...rankingQuery(complete(query)),
    placeholderData: keepPreviousData,
  });
  const isKnown = data?.periodStartsAt && data.periodEndsAt && !isPlaceholderData;
  return (
    <p className={`${classes.days} row gap-entry soft`} role="status">
      {offset !== 0 && (
        <strong className={`${classes.offset} badge`}>
          {t(`${query.periodType}.offset`, {
            count: Math.abs(offset),
            offset: offset > 0 ? `+${offset}` : `-${-offset}`,
          })}
        </strong>
      )}
      <span>
        <span className={classes.name}>{name}</span>
        {isKnown && formatDateRange(data.periodStartsAt ?? '', data.periodEndsAt ?? '')}
      </span>
    </p>
  );
}
