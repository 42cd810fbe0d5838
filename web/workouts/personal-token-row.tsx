import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonalToken } from '../../contract/ingest.ts';
import { formatDate } from '../kit/dates.ts';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { useRevokeToken } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Shows a personal token: its name, its creation and last use, and a button to revoke it after a confirmation. */
export function PersonalTokenRow({ token }: { token: PersonalToken }) {
  const { t } = useTranslation('ingest');
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeToken(token.uuid);
  const used = token.lastUsedAt
    ? t('tokens.used', { date: formatDate(token.lastUsedAt) })
    : t('tokens.unused');
  return (
    <div className="row spread">
      <div className="grow">
        <p className="row baseline bold gap-entry">{token.name}</p>
        <p className="soft small">
          {t('tokens.since', { date: formatDate(token.createdAt) })} · {used}
        </p>
      </div>
      {revoke.isPending && <Waiting small />}
      {!revoke.isPending && !isAsking && (
        <Button
          variant="default"
          aria-label={t('tokens.revokeLabel', { name: token.name })}
          onClick={() => setAsking(true)}
        >
          {t('tokens.revoke')}
        </Button>
      )}
      {!revoke.isPending && isAsking && (
        <fieldset className="question" onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}>
          <legend>{t('tokens.confirm')}</legend>
          <Button
            color="red"
            variant="outline"
            className="danger"
            onClick={() => revoke.mutate(undefined, { onError: () => setAsking(false) })}
          >
            {t('tokens.revoke')}
          </Button>
          <Button variant="default" ref={focus} onClick={() => setAsking(false)}>
            {t('tokens.keep')}
          </Button>
        </fieldset>
      )}
      {revoke.error && <Notice kind="danger">{revoke.error.message}</Notice>}
    </div>
  );
}
