import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { CallFailure } from '../kit/call.ts';
import { useBackLink } from '../layout/back-link.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { faqLibraryQuery } from './queries.ts';
import { QuestionList } from './question-list.tsx';

/** Shows the questions and answers of a library; visitors can see this page too. */
export default function FaqScreen() {
  const { t, i18n } = useTranslation('faq');
  const { id = '' } = useParams();
  const { data: library, error, refetch } = useQuery(faqLibraryQuery(id, i18n.language));
  const isUnknown = error instanceof CallFailure && error.status === 404;
  return (
    <Screen title={library?.name ?? t('title')} back={useBackLink()}>
      {error && !library && <ErrorBanner error={error} {...(isUnknown ? {} : { onRetry: refetch })} />}
      {isUnknown && <NoSuchLibrary />}
      {!library && !error && <Waiting />}
      {library?.questions.length === 0 && <EmptyState text={t('empty')} />}
      {library && <QuestionList questions={library.questions} />}
    </Screen>
  );
}

/** Says that the library does not exist, and links to the platform's library or back to the previous page. */
function NoSuchLibrary() {
  const { t } = useTranslation('faq');
  const { id = '' } = useParams();
  const back = useBackLink();
  const { data: settings } = useQuery(settingsQuery);
  const other = settings?.faqLibraryId;
  const hasOther = other !== undefined && String(other) !== id;
  return (
    <EmptyState text={t('unknown')}>
      <Button
        component={Link}
        to={hasOther ? `/faq/libraries/${other}` : back.to}
        variant="default"
        size="md"
      >
        {hasOther ? t('toLibrary') : back.label}
      </Button>
    </EmptyState>
  );
}
