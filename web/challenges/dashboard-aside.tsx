import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { Board } from '../rankings/board.tsx';
import { TeamCard } from '../teams/team-card.tsx';
import { Html } from '../ui/html.tsx';
import { Panel } from '../ui/panel.tsx';
import { challengeTexts } from './challenge-texts.ts';
import classes from './dashboard-aside.module.css';

/** The cards beside the latest activities. */
export function DashboardAside({ challenge }: { challenge: Challenge | null | undefined }) {
  const { t, i18n } = useTranslation('challenges');
  const { data: settings } = useQuery(settingsQuery);
  const infoTitle = settings?.text('dashboardInfoTitle', i18n.language);
  const info = settings?.text('dashboardInfoContent', i18n.language);
  const contact = settings?.text('contactContent', i18n.language);
  return (
    <div className={classes.cards}>
      {challenge && (
        <Panel title={t('dashboard.about')}>
          <Html html={challengeTexts(challenge, i18n.language).introduction} />
          <Button
            component={Link}
            to={`/our-challenges/${challenge.uri}`}
            variant="default"
            size="md"
            className={classes.more as string}
          >
            {t('dashboard.moreInformation')}
          </Button>
        </Panel>
      )}
      {info && (
        <Panel {...(infoTitle ? { title: infoTitle } : {})}>
          <Html html={info} />
        </Panel>
      )}
      {challenge && settings?.teamsEnabled && <TeamCard challenge={challenge} />}
      {challenge && settings && !settings.teamsEnabled && (
        <Board
          query={{ periodType: 'challenge', challenge: challenge['@id'], limit: 15 }}
          challenge={challenge}
          title={t('dashboard.top')}
          completeLink={`/challenges/ranking/${challenge.uri}`}
        />
      )}
      <Button component={Link} to="/our-statistics" variant="default" size="md">
        {t('dashboard.monthlyTops')}
      </Button>
      <Panel title={t('dashboard.questions')}>
        {contact ? <Html html={contact} /> : <p className={classes.text}>{t('dashboard.contact')}</p>}
      </Panel>
    </div>
  );
}
