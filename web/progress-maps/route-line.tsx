import type { CSSProperties } from 'react';
import { quarters } from './progress.ts';
import classes from './route-line.module.css';
import { useTravel } from './travel.ts';

/**
 * Shows progress without a map, as a straight route with a station at every quarter. It is small in cards, and large
 * where it replaces a map.
 */
export function RouteLine(props: { percentage: number; label: string; large?: boolean }) {
  const shown = useTravel(props.percentage);
  return (
    <div
      role="img"
      aria-label={props.label}
      className={classes.line}
      data-large={props.large || undefined}
      style={{ '--run': `${shown}%` } as CSSProperties}
    >
      <span className={classes.rest} />
      <span className={classes.run} />
      {[0, ...quarters, 100].map((station) => (
        <span
          key={station}
          className={classes.station}
          data-reached={station <= shown || undefined}
          style={{ left: `${station}%` }}
        />
      ))}
      <span className={classes.head} />
    </div>
  );
}
