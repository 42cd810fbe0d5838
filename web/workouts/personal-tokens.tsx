import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NewToken } from '../../contract/ingest.ts';
import { useContractForm } from '../kit/form.ts';
import { CopyField } from '../teams/copy-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { PersonalTokenRow } from './personal-token-row.tsx';
import { PhoneCode } from './phone-code.tsx';
import { tokensQuery, useCreateToken } from './queries.ts';

/** Lets people create, list and revoke the tokens of their own apps. A new token is shown only once. */
export function PersonalTokens({ withLink = true }: { withLink?: boolean }) {
  const { t } = useTranslation(['ingest', 'teams']);
  const tokens = useQuery(tokensQuery);
  const create = useCreateToken();
  const [isMaking, setMaking] = useState(false);
  const secret = create.data?.token;
  return (
    <Panel title={t('tokens.title')}>
      <div className="stack">
        <p className="soft">{t('tokens.text')}</p>
        {withLink && (
          <Link to="/my-profile/own-apps" className="link target start">
            {t('tokens.recipes')}
          </Link>
        )}
        {secret && (
          <Notice kind="success">
            <div className="stack">
              <PhoneCode token={secret} />
              <p>{t('tokens.made')}</p>
              <CopyField label={t('tokens.secret')} hint={t('tokens.once')} value={secret} />
              <CopyField
                label={t('tokens.header')}
                hint={t('tokens.headerHelp')}
                value={`Bearer ${secret}`}
              />
            </div>
          </Notice>
        )}
        {create.isError && !isMaking && <ErrorBanner error={create.error} onRetry={create.reset} />}
        {tokens.isError && <ErrorBanner error={tokens.error} onRetry={tokens.refetch} />}
        {tokens.data && tokens.data.length > 0 && (
          <ul className="entries" aria-label={t('tokens.list')}>
            {tokens.data.map((token) => (
              <li key={token.uuid}>
                <PersonalTokenRow token={token} />
              </li>
            ))}
          </ul>
        )}
        {isMaking ? (
          <TokenForm
            send={(name) => create.mutateAsync(name).then(() => setMaking(false))}
            onClose={() => setMaking(false)}
          />
        ) : (
          <div className="row gap-2">
            <Button size="md" loading={create.isPending} onClick={() => create.mutate(t('phone.tokenName'))}>
              {t('phone.connect')}
            </Button>
            <Button variant="default" size="md" onClick={() => setMaking(true)}>
              {t('tokens.new')}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function TokenForm(props: { send: (name: string) => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation('ingest');
  const form = useContractForm(NewToken, { name: '' });
  return (
    <Form
      form={form}
      send={({ name }) => props.send(name)}
      submitLabel={t('tokens.make')}
      aside={
        <Button variant="default" size="md" onClick={props.onClose}>
          {t('tokens.cancel')}
        </Button>
      }
    >
      <TextField
        name="name"
        maxLength={60}
        autoFocus
        label={t('tokens.name')}
        description={t('tokens.nameHelp')}
      />
    </Form>
  );
}
