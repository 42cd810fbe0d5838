import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useWayBack } from '../layout/way-back.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { faqLibraryQuery } from './queries.ts';
import { QuestionList } from './question-list.tsx';

/** The questions and answers of a library, for visitors as well. */
export default function FaqScreen() {
  const { t, i18n } = useTranslation('faq');
  const { id = '' } = useParams();
  const { data: library, error, refetch } = useQuery(faqLibraryQuery(id, i18n.language));
  return (
    <Screen title={library?.name ?? t('title')} back={useWayBack()}>
      {error && !library && <ErrorBanner error={error} onRetry={refetch} />}
      {!library && !error && <Waiting />}
      {library?.questions.length === 0 && <EmptyState text={t('empty')} />}
      {library && <QuestionList questions={library.questions} />}
    </Screen>
  );
}
