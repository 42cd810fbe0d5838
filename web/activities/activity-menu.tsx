import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Activity } from '../../contract/activities.ts';
import classes from './activity-menu.module.css';
import { useActivityName } from './activity-name.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Shows the menu to edit or delete an activity. Set `focused` to focus the menu after a confirmation has closed. */
export function ActivityMenu(props: { activity: Activity; focused: boolean; onDelete: () => void }) {
  const { activity } = props;
  const { t } = useTranslation('activities');
  const what = useActivityName(activity);
  return (
    <Menu position="bottom-end" shadow="md" classNames={{ dropdown: classes.menu, item: classes.item }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          className={classes.opener as string}
          aria-label={t('card.action', { action: t('card.menu'), what })}
          ref={props.focused ? focus : null}
        >
          <IconDots aria-hidden size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* The owner cannot edit an activity that organisers have decided about. */}
        {activity.correction === null && (
          <Menu.Item
            component={Link}
            to={`/my-activities/edit/${activity.uuid}`}
            leftSection={<IconPencil aria-hidden size={18} />}
          >
            {t('card.edit')}
          </Menu.Item>
        )}
        <Menu.Item
          className={classes.delete as string}
          leftSection={<IconTrash aria-hidden size={18} />}
          onClick={props.onDelete}
        >
          {t('card.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
