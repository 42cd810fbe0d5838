import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { Html } from '../ui/html.tsx';
import { Panel } from '../ui/panel.tsx';
import { challengeTexts } from './challenge-texts.ts';

/** Shows the dashboard's side column: the challenge's description, the organisers' text, and contact details. */
export function DashboardAside({ challenge }: { challenge: Challenge | null }) {
  const { t, i18n } = useTranslation('challenges');
  const { data: settings } = useQuery(settingsQuery);
  const infoTitle = settings?.text('dashboardInfoTitle', i18n.language);
  const info = settings?.text('dashboardInfoContent', i18n.language);
  const contact = settings?.text('contactContent', i18n.language);
  return (
    <div className="stack gap-5">
      {challenge && (
        <Panel title={t('dashboard.about')}>
          <Html html={challengeTexts(challenge, i18n.language).introduction} />
          <Button
            component={Link}
            to={`/our-challenges/${challenge.uri}`}
            variant="default"
            size="md"
            className="mt-4"
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
      <Panel title={t('dashboard.questions')}>
        {contact ? <Html html={contact} /> : <p>{t('dashboard.contact')}</p>}
      </Panel>
    </div>
  );
}
