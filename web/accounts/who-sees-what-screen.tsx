import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { offeredQuery } from '../connected-accounts/queries.ts';
import { providersQuery } from '../identities/queries.ts';
import { useBackLink } from '../layout/back-link.ts';
import { meQuery } from '../people/queries.ts';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { PlatformRules } from './platform-rules.tsx';
import { RightsTable } from './rights-table.tsx';
import { SubjectList } from './subject-list.tsx';
import { visibility } from './visibility.ts';
import classes from './who-sees-what.module.css';

/** Explains who sees what: the general rules for visitors; for signed-in people, what others see of them. */
export default function WhoSeesWhatScreen() {
  const { t, i18n } = useTranslation('who-sees-what');
  const me = useQuery(meQuery).data;
  const { data: settings } = useQuery(settingsQuery);
  const providers = useQuery(providersQuery(i18n.language));
  const offered = useQuery(offeredQuery);
  return (
    <Screen title={t('title')} back={useBackLink()}>
      {settings && !providers.isPending && !offered.isPending ? (
        <div className={classes.page}>
          <p className={classes.lead}>
            {t(`lead.${me?.nameShown ?? 'visitor'}`, { nickname: me?.nickname })}{' '}
            {me && (
              <Link to="/my-profile/edit" className="link">
                {t('change')}
              </Link>
            )}
          </p>
          <dl className={`${classes.terms} topic`}>
            {['participants', ...(settings.teamsEnabled ? ['team'] : []), 'organisers'].map((audience) => (
              <div key={audience}>
                <dt>{t(`audiences.${audience}`)}</dt>
                <dd className="soft small">{t(`who.${audience}`)}</dd>
              </div>
            ))}
          </dl>
          {visibility({
            ...settings,
            hasProviders: Boolean(providers.data?.length),
            services: (offered.data?.platforms ?? []).map((platform) => ({
              platform,
              shown: settings.shownToOthers(platform),
            })),
            nameShown: me?.nameShown,
          }).map((subject) => (
            <SubjectList key={subject.name} subject={subject} />
          ))}
          <RightsTable />
          <PlatformRules settings={settings} />
          <Button
            variant="default"
            size="md"
            className={`${classes.print} start`}
            leftSection={<IconPrinter aria-hidden size={18} />}
            onClick={() => print()}
          >
            {t('print')}
          </Button>
        </div>
      ) : (
        <Waiting />
      )}
    </Screen>
  );
}
