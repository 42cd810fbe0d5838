import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as consents from '../../contract/consents.ts';
import { call } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import classes from './consent.module.css';
import { ConsentText } from './consent-text.tsx';
import { consentTextQuery } from './queries.ts';

/** Asks signed-in people to consent to a text that is new to them. They can continue whether they agree or refuse. */
export function ConsentBanner() {
  const { t, i18n } = useTranslation('consents');
  const client = useQueryClient();
  const { data: text } = useQuery(consentTextQuery(i18n.language));
  const decision = useMutation({
    mutationFn: (agrees: boolean) => call(consents.decide, { body: { number: text?.number ?? 0, agrees } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: meKey }),
        client.invalidateQueries({ queryKey: ['consents'] }),
      ]),
  });
  if (!text || text.number === null) return null;
  return (
    <section className={`${classes.banner} card stack gap-3`} aria-label={t('banner.label')}>
      <p className={classes.question}>{t('banner.question', { title: text.title })}</p>
      <p className="soft">{t('banner.free')}</p>
      <ConsentText text={text} />
      {decision.error && <ErrorBanner error={decision.error} />}
      <div className="row">
        <Button size="md" loading={decision.isPending} onClick={() => decision.mutate(true)}>
          {t('banner.yes')}
        </Button>
        <Button
          size="md"
          variant="default"
          disabled={decision.isPending}
          onClick={() => decision.mutate(false)}
        >
          {t('banner.no')}
        </Button>
      </div>
    </section>
  );
}
