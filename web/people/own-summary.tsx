import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PersonInfo } from '../../contract/people.ts';
import { Panel } from '../ui/panel.tsx';
import classes from './profile.module.css';

/** Shows the signed-in person's email address, with links to edit and delete the profile. */
export function OwnSummary({ person }: { person: PersonInfo }) {
  const { t } = useTranslation('people');
  return (
    <Panel>
      <dl className={classes.details}>
        <div>
          <dt>{t('mine.email')}</dt>
          <dd>{person.email}</dd>
        </div>
      </dl>
      <div className="row gap-2 mt-3">
        <Button
          component={Link}
          to="/my-profile/edit"
          variant="default"
          leftSection={<IconPencil aria-hidden size={18} />}
        >
          {t('mine.edit')}
        </Button>
        <Button
          component={Link}
          to="/my-profile/delete"
          variant="subtle"
          className="quiet danger"
          leftSection={<IconTrash aria-hidden size={18} />}
        >
          {t('mine.delete')}
        </Button>
      </div>
    </Panel>
  );
}
