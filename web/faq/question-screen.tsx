import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import FallbackScreen from '../layout/fallback-screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Redirects a link to a question to the same question in the platform's library. */
export default function QuestionScreen() {
  const { question } = useParams();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return <Waiting />;
  if (!settings.faqLibraryId) return <FallbackScreen />;
  return <Navigate to={`/faq/libraries/${settings.faqLibraryId}#question-${question}`} replace />;
}
