import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PersonInfo } from '../../contract/people.ts';
import { useLanguages } from '../configs/queries.ts';
import { Panel } from '../ui/panel.tsx';
import classes from './profile.module.css';

/** Shows how others see the signed-in person, and their other details. */
export function OwnDetails({ person }: { person: PersonInfo }) {
  const { t } = useTranslation('people');
  const languages = useLanguages();
  const details = {
    shownAs: shownAs(person) || t('mine.notNamed'),
    language: languages.find(({ code }) => code === person.language)?.label ?? person.language,
    guestCode: person.guestCode || t('mine.noGuestCode'),
  };
  return (
    <Panel
      title={t('mine.details')}
      action={
        <Button
          component={Link}
          to="/my-profile/edit"
          variant="default"
          leftSection={<IconPencil aria-hidden size={18} />}
        >
          {t('mine.edit')}
        </Button>
      }
    >
      <dl className={classes.details}>
        {Object.entries(details).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`mine.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`${classes.links} mt-3`}>
        <Link to="/my-profile/security" className="link target">
          {t('mine.security')}
        </Link>
        <Link to={`/profile/${person.id}`} className="link target">
          {t('mine.asOthers')}
        </Link>
        <Link to="/who-sees-what" className="link target">
          {t('mine.whoSeesWhat')}
        </Link>
      </p>
    </Panel>
  );
}

/** Returns the name that others see; empty if others do not see a name. */
function shownAs({ givenName, surname, nameShown, nickname }: PersonInfo): string {
  if (nameShown === 'none') return '';
  return nameShown === 'nickname' ? (nickname ?? '') : `${givenName} ${surname}`;
}
