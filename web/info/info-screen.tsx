import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '../configs/queries.ts';
import { useBackLink } from '../layout/back-link.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Html } from '../ui/html.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Shows the organisers' text about the challenge, in the language of the page. */
export default function InfoScreen() {
  const { t, i18n } = useTranslation('info');
  const { data: settings } = useQuery(settingsQuery);
  const info = settings?.text('infoScreen', i18n.language);
  return (
    <Screen title={t('title')} back={useBackLink()}>
      {!settings && <Waiting />}
      {settings && !info && <EmptyState text={t('empty')} />}
      {info && (
        <div className="large-headings">
          <Html html={info} />
        </div>
      )}
    </Screen>
  );
}
