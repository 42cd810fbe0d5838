import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { AnonymousLayout } from './layout/anonymous-layout.tsx';
import { meQuery } from './people/queries.ts';
import { SignInScreen } from './sessions/sign-in-screen.tsx';
import { ErrorBanner } from './ui/error-banner.tsx';
import { Waiting } from './ui/waiting.tsx';

const AddActivityScreen = lazy(() => import('./activities/add-activity-screen.tsx'));
const ChallengeRankingScreen = lazy(() => import('./rankings/challenge-ranking-screen.tsx'));
const ChallengeScreen = lazy(() => import('./challenges/challenge-screen.tsx'));
const DashboardScreen = lazy(() => import('./challenges/dashboard-screen.tsx'));
const EditActivityScreen = lazy(() => import('./activities/edit-activity-screen.tsx'));
const FallbackScreen = lazy(() => import('./layout/fallback-screen.tsx'));
const MyActivitiesScreen = lazy(() => import('./activities/my-activities-screen.tsx'));
const OurChallengesScreen = lazy(() => import('./challenges/our-challenges-screen.tsx'));
const OurStatisticsScreen = lazy(() => import('./rankings/our-statistics-screen.tsx'));
const PeriodRankingScreen = lazy(() => import('./rankings/period-ranking-screen.tsx'));
const SignedInLayout = lazy(() => import('./layout/signed-in-layout.tsx'));
const SignInAgainDialog = lazy(() =>
  import('./sessions/sign-in-again-dialog.tsx').then((file) => ({ default: file.SignInAgainDialog })),
);
const SignOutScreen = lazy(() => import('./sessions/sign-out-screen.tsx'));
const SignUpScreen = lazy(() => import('./accounts/sign-up-screen.tsx'));

/**
 * Every screen of the app. What a signed-out person may not see shows the sign-in page, at the same address.
 * Where a session ends in the middle of the work, the screen stays as it is below the question to sign in
 * again; signing out deliberately loads the page anew.
 */
export function App() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const [person, setPerson] = useState(me);
  if (me && me !== person) setPerson(me);
  if (me === undefined) return error ? <ErrorBanner error={error} onRetry={refetch} /> : <Waiting />;
  if (!person) return <AnonymousRoutes />;
  return (
    <>
      <SignedInRoutes key={person.id} />
      <Suspense>{me === null && <SignInAgainDialog email={person.email} />}</Suspense>
    </>
  );
}

function AnonymousRoutes() {
  return (
    <Routes>
      <Route element={<AnonymousLayout />}>
        <Route path="/sign-up" element={<SignUpScreen />} />
        {/* Who signs in there does not want to be signed out at once. */}
        <Route path="/sign-out" element={<Navigate to="/" replace />} />
        <Route path="*" element={<SignInScreen />} />
      </Route>
    </Routes>
  );
}

function SignedInRoutes() {
  return (
    <Routes>
      <Route element={<SignedInLayout />}>
        <Route path="/" element={<DashboardScreen />} />
        <Route path="/my-activities" element={<MyActivitiesScreen />} />
        <Route path="/my-activities/add" element={<AddActivityScreen />} />
        <Route path="/my-activities/edit/:uuid" element={<EditActivityScreen />} />
        <Route path="/our-challenges" element={<OurChallengesScreen />} />
        <Route path="/our-challenges/:uri" element={<ChallengeScreen />} />
        <Route path="/challenges/ranking/:uri" element={<ChallengeRankingScreen backTo="/" />} />
        <Route path="/our-statistics" element={<OurStatisticsScreen />} />
        <Route
          path="/our-statistics/monthly/:sportType?"
          element={<PeriodRankingScreen periodType="month" />}
        />
        <Route
          path="/our-statistics/weekly/:sportType?"
          element={<PeriodRankingScreen periodType="week" />}
        />
        <Route path="/our-statistics/:uri" element={<ChallengeRankingScreen backTo="/our-statistics" />} />
        <Route path="/sign-out" element={<SignOutScreen />} />
        <Route path="*" element={<FallbackScreen />} />
      </Route>
    </Routes>
  );
}
