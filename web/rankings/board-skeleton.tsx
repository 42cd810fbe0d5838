import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './board.module.css';

/** Shows the placeholder for a board that is loading; it is as high as the rows and the link below them. */
export function BoardSkeleton({ rows, isLinked }: { rows: number; isLinked: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('waiting')} className="list">
      <p className={`${classes.unit} soft`} aria-hidden>
        &nbsp;
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are identical
        <div key={row} className={classes.row}>
          <Skeleton height={24} width={32} />
          <Skeleton height={14} width={row % 2 ? '55%' : '75%'} />
          <Skeleton height={14} width={56} />
        </div>
      ))}
      {isLinked && <div className="link plain target small" />}
    </div>
  );
}
