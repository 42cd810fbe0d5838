import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as consents from '../../contract/consents.ts';
import { call } from '../kit/call.ts';
import { formatDate } from '../kit/dates.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './consent.module.css';
import { ConsentText } from './consent-text.tsx';
import { consentTextQuery, ownConsentQuery } from './queries.ts';

/**
 * Shows the person's answer to the consent text, with a button to change it. Renders nothing if they were never asked.
 */
export function ConsentPanel() {
  const { t, i18n } = useTranslation('consents');
  const client = useQueryClient();
  const { data: text } = useQuery(consentTextQuery(i18n.language));
  const { data: own } = useQuery(ownConsentQuery);
  const decision = useMutation({
    mutationFn: (agrees: boolean) => call(consents.decide, { body: { number: text?.number ?? 0, agrees } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownConsentQuery.queryKey }),
  });
  if (!text || text.number === null || !own || own.number === null || !own.decidedAt) return null;
  return (
    <Panel title={text.title}>
      <p className="soft">
        {t(own.agrees ? 'panel.yes' : 'panel.no', { number: own.number, at: formatDate(own.decidedAt) })}
      </p>
      <ConsentText text={text} />
      {own.history.length > 1 && (
        <details className={classes.history}>
          <summary>{t('panel.history')}</summary>
          <ol>
            {own.history.map(({ number, agrees, decidedAt }) => (
              <li key={`${number} ${agrees} ${decidedAt}`}>
                {t(agrees ? 'panel.agreed' : 'panel.declined', { number, at: formatDate(decidedAt) })}
              </li>
            ))}
          </ol>
        </details>
      )}
      {decision.error && <ErrorBanner error={decision.error} />}
      {own.isCurrent && (
        <Button
          size="md"
          variant="default"
          loading={decision.isPending}
          onClick={() => decision.mutate(!own.agrees)}
        >
          {t(own.agrees ? 'panel.takeBack' : 'panel.agree')}
        </Button>
      )}
    </Panel>
  );
}
