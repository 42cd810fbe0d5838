import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { RefreshButton } from '../connected-accounts/refresh-button.tsx';
import type { Disclosure } from '../ui/disclosure.tsx';
import { Waiting } from '../ui/waiting.tsx';
import classes from './activity-card.module.css';
import { ActivityMenu } from './activity-menu.tsx';
import { useActivityName } from './activity-name.ts';
import type { useRemoveActivity } from './queries.ts';

/** The services that can resend a single activity on request. */
const refreshed = ['Fitbit', 'Strava'] as const;

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * Shows the actions on a person's own activity: a menu to edit and delete a typed activity, or the source records of an
 * activity from a service. Asks for confirmation before deleting; a failed deletion changes nothing.
 */
export function ActivityActions(props: {
  activity: Activity;
  records: Disclosure;
  removal: ReturnType<typeof useRemoveActivity>;
  onFailure: (failure: Error) => void;
}) {
  const { activity, records, removal, onFailure } = props;
  const { t } = useTranslation('activities');
  const what = useActivityName(activity);
  const [question, setQuestion] = useState<'none' | 'open' | 'closed'>('none');

  const fail = (failure: Error) => {
    setQuestion('closed');
    onFailure(failure);
  };
  if (removal.isPending) return <Waiting small />;
  if (question === 'open')
    return (
      <fieldset
        className={`${classes.question} question`}
        onKeyDown={(event) => event.key === 'Escape' && setQuestion('closed')}
      >
        <legend>{t('card.confirmDelete')}</legend>
        <Button
          color="red"
          variant="outline"
          className="danger"
          onClick={() => removal.mutate(undefined, { onError: fail })}
        >
          {t('card.delete')}
        </Button>
        <Button variant="default" ref={focus} onClick={() => setQuestion('closed')}>
          {t('card.keep')}
        </Button>
      </fieldset>
    );
  const isTypedIn = (activity.receivedFrom[0] ?? 'manual') === 'manual';
  return (
    <div className={`${classes.actions} row gap-1 tight`}>
      {refreshed.some((platform) => platform === activity.externalType) && (
        <RefreshButton uuid={activity.uuid} onFailure={onFailure} />
      )}
      {(activity.receivedFrom.length > 0 || !activity.counts) && (
        <Button
          variant="subtle"
          className="quiet"
          leftSection={<IconStack2 aria-hidden size={18} />}
          aria-expanded={records.isOpen}
          aria-controls={records.panelId}
          aria-label={t('card.action', { action: t('card.records'), what })}
          onClick={records.toggle}
        >
          {t('card.records')}
        </Button>
      )}
      {isTypedIn && (
        <ActivityMenu
          activity={activity}
          focused={question === 'closed'}
          onDelete={() => setQuestion('open')}
        />
      )}
    </div>
  );
}
