import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateRange } from '../kit/dates.ts';
import classes from './period-navigation.module.css';
import { complete, type RankingInput, rankingQuery } from './queries.ts';

/** Which week or month is shown, and the ways to the one before and the one after; none leads to what is to come. */
export function PeriodNavigation(props: {
  query: Omit<RankingInput, 'limit'> & { periodType: 'week' | 'month' };
  offset: number;
  earliest: number;
}) {
  const { offset, earliest } = props;
  const { periodType } = props.query;
  const { t } = useTranslation('rankings');
  const { data } = useQuery({ ...rankingQuery(complete(props.query)), placeholderData: keepPreviousData });
  return (
    <nav className={classes.navigation} aria-label={t('period.navigation')}>
      {offset > earliest && (
        <Link to={`?offset=${offset - 1}`} replace className={classes.step}>
          <IconChevronLeft aria-hidden />
          <span>{t('period.earlier')}</span>
        </Link>
      )}
      <p className={classes.period} role="status">
        <strong>
          {offset === 0
            ? t(`${periodType}.current`)
            : t(`${periodType}.offset`, { count: Math.abs(offset), offset })}
        </strong>
        {data?.periodStartsAt && data.periodEndsAt && (
          <span>{formatDateRange(data.periodStartsAt, data.periodEndsAt)}</span>
        )}
      </p>
      {offset < 0 && (
        <Link to={offset === -1 ? '.' : `?offset=${offset + 1}`} replace className={classes.step} data-later>
          <span>{t('period.later')}</span>
          <IconChevronRight aria-hidden />
        </Link>
      )}
    </nav>
  );
}
