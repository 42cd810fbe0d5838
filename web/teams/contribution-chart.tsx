import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import type { ContributionDistribution } from '../../contract/teams.ts';
import { formatShare } from '../kit/numbers.ts';
import { useMeasure } from '../rankings/measure.ts';
import classes from './contribution-chart.module.css';

/** On a phone ten are a screen; two more are not worth a button. */
const [few, many] = [10, 12];

/**
 * What everybody has brought to a team, each as far along a line as their share of the largest. The chart is
 * a table: it is read as one where it cannot be seen.
 */
export function ContributionChart(props: {
  distribution: ContributionDistribution;
  challenge: Challenge;
  caption: string;
}) {
  const { members, totalKilometers } = props.distribution;
  const { t } = useTranslation(['teams', 'challenges']);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || members.length <= many ? members : members.slice(0, few);
  const measure = useMeasure(props.challenge);
  const largest = Math.max(...members.map(({ contribution }) => contribution));
  return (
    <>
      <table className={classes.chart}>
        <caption className={classes.caption}>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('contributions.name')}</th>
            <th scope="col">{t('contributions.share')}</th>
            <th scope="col">{measure.label}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ givenName, surName, kilometers, contribution }, index) => {
            const name = `${givenName} ${surName}`.trim();
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name
              <tr key={`${index} ${name}`} data-unnamed={!name || undefined}>
                <th scope="row">{name || t('contributions.others')}</th>
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
        <Button variant="default" size="md" className={classes.all as string} onClick={() => setWhole(true)}>
          {t('contributions.all', { count: members.length })}
        </Button>
      )}
    </>
  );
}
