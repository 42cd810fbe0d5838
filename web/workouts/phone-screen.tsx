import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { languages } from '../../contract/kit/fields.ts';
import { switchLanguage } from '../i18n/texts.ts';
import { CopyField } from '../teams/copy-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { healthAutoExportLink } from './health-auto-export-link.ts';
import { ingestAddress, tokenCheckQuery } from './queries.ts';
import { Recipe } from './recipe.tsx';

/**
 * Shows the page that a phone opens by scanning the QR code of a personal token. People can then set up the phone's
 * apps without typing the token. The token is in the URL's fragment, so no server logs it. Needs no session.
 */
export default function PhoneScreen() {
  const { t } = useTranslation('ingest');
  const { hash, search } = useLocation();
  const token = hash.slice(1);
  // The phone's browser may not know the person's language yet.
  const language = languages.find((one) => one === new URLSearchParams(search).get('language'));
  useEffect(() => {
    if (language) switchLanguage(language);
  }, [language]);
  const check = useQuery(tokenCheckQuery(token));
  return (
    <Screen title={t('phone.title')}>
      {check.isPending && <Waiting />}
      {check.isError && <ErrorBanner error={check.error} onRetry={check.refetch} />}
      {check.data === false && <Notice kind="danger">{t('phone.invalid')}</Notice>}
      {check.data && (
        <div className="stack">
          <Notice kind="success">{t('phone.works')}</Notice>
          <Panel title={t('recipes.healthAutoExport.title')}>
            <p className="soft measure mb-3">{t('phone.install')}</p>
            <div className="row gap-2 mb-3">
              {(['workouts', 'steps'] as const).map((data) => (
                <Button
                  key={data}
                  component="a"
                  href={healthAutoExportLink(data, token, t(`phone.${data}`))}
                  size="md"
                >
                  {t(`phone.${data}`)}
                </Button>
              ))}
            </div>
            <p className="soft measure">{t('phone.after')}</p>
          </Panel>
          <Panel title={t('phone.copy')}>
            <div className="stack">
              <CopyField label={t('screen.url')} hint={t('screen.urlHelp')} value={ingestAddress()} />
              <CopyField label={t('tokens.header')} hint={t('tokens.headerHelp')} value={`Bearer ${token}`} />
            </div>
          </Panel>
          <Recipe name="healthConnect" />
          <Recipe name="shortcuts" />
        </div>
      )}
    </Screen>
  );
}
