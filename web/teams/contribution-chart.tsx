import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import type { ContributionDistribution } from '../../contract/teams.ts';
import { formatShare } from '../kit/numbers.ts';
import { meQuery } from '../people/queries.ts';
import { useMeasure } from '../rankings/measure.ts';
import classes from './contribution-chart.module.css';

/** Ten rows fill a phone's screen. The button to show more appears only for more than twelve rows. */
const [few, many] = [10, 12];

/**
 * Shows a chart of the contributions to a team; the length of each line is relative to the largest contribution. The
 * chart is a table, so that screen readers announce it as a table.
 */
export function ContributionChart(props: {
  distribution: ContributionDistribution;
  challenge: Challenge;
  caption: string;
}) {
  const { members, totalKilometers } = props.distribution;
  const { t } = useTranslation(['teams', 'challenges']);
  const me = useQuery(meQuery).data;
  const rows = useRef<HTMLTableSectionElement>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || members.length <= many ? members : members.slice(0, few);
  const measure = useMeasure(props.challenge);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // Moves the focus, because the focused button has disappeared.
    (rows.current?.children[few] as HTMLElement | undefined)?.focus();
  };
  const largest = Math.max(...members.map(({ contribution }) => contribution));
  return (
    <>
      <table className={classes.chart}>
        <caption className="unseen">{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('contributions.name')}</th>
            <th scope="col">{t('contributions.share')}</th>
            <th scope="col">{measure.label}</th>
          </tr>
        </thead>
        <tbody ref={rows}>
          {shown.map(({ id, givenName, surName, kilometers, contribution }) => {
            const isOwn = id === me?.id;
            return (
              <tr key={id} data-unnamed={id === 0 || undefined} data-own={isOwn || undefined} tabIndex={-1}>
                <th scope="row">
                  {id === 0 ? (
                    t('contributions.others')
                  ) : (
                    <Link to={isOwn ? '/my-profile' : `/profile/${id}`} className={`${classes.name} person`}>
                      <span>{`${givenName} ${surName}`.trim()}</span>
                      {isOwn && <span>{t('members.own')}</span>}
                    </Link>
                  )}
                </th>
                <td className={classes.share}>
                  <span className={classes.line} aria-hidden="true">
                    <span className={classes.way} style={{ width: `${(contribution / largest) * 100}%` }} />
                  </span>
                  <span>{t('challenges:percentage', { percentage: formatShare(contribution) })}</span>
                </td>
                <td>{measure.write(kilometers)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('contributions.total')}</th>
            <td />
            <td>{measure.write(totalKilometers)}</td>
          </tr>
        </tfoot>
      </table>
      {shown.length < members.length && (
        <Button variant="default" size="md" className="mt-3" onClick={showAll}>
          {t('contributions.all', { count: members.length })}
        </Button>
      )}
    </>
  );
}
