import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { providersQuery } from '../identities/queries.ts';
import { useWayBack } from '../layout/way-back.ts';
import { meQuery } from '../people/queries.ts';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { SubjectList } from './subject-list.tsx';
import { visibility } from './visibility.ts';
import classes from './who-sees-what-screen.module.css';

/** Who sees what of a person: for visitors in general, for a person as they have chosen to be named. */
export default function WhoSeesWhatScreen() {
  const { t, i18n } = useTranslation('who-sees-what');
  const me = useQuery(meQuery).data;
  const { data: settings } = useQuery(settingsQuery);
  const providers = useQuery(providersQuery(i18n.language));
  return (
    <Screen title={t('title')} back={useWayBack()}>
      {settings && !providers.isPending ? (
        <div className={classes.page}>
          <p className={classes.lead}>
            {t(`lead.${me?.nameShown ?? 'visitor'}`, { nickname: me?.nickname })}{' '}
            {me && <Link to="/my-profile/edit">{t('change')}</Link>}
          </p>
          <dl className={classes.audiences}>
            {['participants', ...(settings.teamsEnabled ? ['team'] : []), 'organisers'].map((audience) => (
              <div key={audience}>
                <dt>{t(`audiences.${audience}`)}</dt>
                <dd>{t(`who.${audience}`)}</dd>
              </div>
            ))}
          </dl>
          {visibility({
            ...settings,
            hasProviders: Boolean(providers.data?.length),
            nameShown: me?.nameShown,
          }).map((subject) => (
            <SubjectList key={subject.name} subject={subject} />
          ))}
        </div>
      ) : (
        <Waiting />
      )}
    </Screen>
  );
}
