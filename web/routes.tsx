import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { createRoutesFromElements, Navigate, Route, Routes, useLocation, useRoutes } from 'react-router';
import { settingsQuery } from './configs/queries.ts';
import { removeDraftsOfOthers } from './kit/drafts.ts';
import { session } from './kit/page.ts';
import { usePending } from './kit/pending.ts';
import { lazyScreen, loadScreensAt, useScreensOnIntent } from './kit/screen.ts';
import { AnonymousLayout } from './layout/anonymous-layout.tsx';
import { BareLayout } from './layout/bare-layout.tsx';
import { screenOf } from './layout/old-address.ts';
import { ScreenBoundary } from './layout/screen-boundary.tsx';
import { meQuery } from './people/queries.ts';
import { TeamGate } from './teams/team-gate.tsx';
import { ErrorBanner } from './ui/error-banner.tsx';
import { Waiting } from './ui/waiting.tsx';

const AddActivityScreen = lazyScreen(() => import('./activities/add-activity-screen.tsx'));
const AlreadySignedUpScreen = lazyScreen(() => import('./accounts/already-signed-up-screen.tsx'));
const ChallengeRankingScreen = lazyScreen(() => import('./rankings/challenge-ranking-screen.tsx'));
const ChallengeScreen = lazyScreen(() => import('./challenges/challenge-screen.tsx'));
const CreateTeamScreen = lazyScreen(() => import('./teams/create-team-screen.tsx'));
const DashboardScreen = lazyScreen(() => import('./challenges/dashboard-screen.tsx'));
const DeleteAccountScreen = lazyScreen(() => import('./accounts/delete-account-screen.tsx'));
const EditActivityScreen = lazyScreen(() => import('./activities/edit-activity-screen.tsx'));
const EditProfileScreen = lazyScreen(() => import('./people/edit-profile-screen.tsx'));
const FallbackScreen = lazyScreen(() => import('./layout/fallback-screen.tsx'));
const FaqScreen = lazyScreen(() => import('./faq/faq-screen.tsx'));
const FirstOrganiserScreen = lazyScreen(() => import('./accounts/first-organiser-screen.tsx'));
const ForgotPasswordScreen = lazyScreen(() => import('./passwords/forgot-password-screen.tsx'));
const GoToAdminScreen = lazyScreen(() => import('./layout/go-to-admin-screen.tsx'));
const IdentityScreen = lazyScreen(() => import('./identities/identity-screen.tsx'));
const InfoScreen = lazyScreen(() => import('./info/info-screen.tsx'));
const LeaveTeamScreen = lazyScreen(() => import('./teams/leave-team-screen.tsx'));
const ManagementScreen = lazyScreen(() => import('./layout/management-screen.tsx'));
const MapPreviewScreen = lazyScreen(() => import('./progress-maps/map-preview-screen.tsx'));
const MyActivitiesScreen = lazyScreen(() => import('./activities/my-activities-screen.tsx'));
const MyDecisionsScreen = lazyScreen(() => import('./decisions/my-decisions-screen.tsx'));
const MyProfileScreen = lazyScreen(() => import('./people/my-profile-screen.tsx'));
const OwnAppsScreen = lazyScreen(() => import('./workouts/own-apps-screen.tsx'));
const OurChallengesScreen = lazyScreen(() => import('./challenges/our-challenges-screen.tsx'));
const OurStatisticsScreen = lazyScreen(() => import('./rankings/our-statistics-screen.tsx'));
const ParticipateScreen = lazyScreen(() => import('./teams/participate-screen.tsx'));
const PeriodRankingScreen = lazyScreen(() => import('./rankings/period-ranking-screen.tsx'));
const QuestionScreen = lazyScreen(() => import('./faq/question-screen.tsx'));
const PhoneScreen = lazyScreen(() => import('./workouts/phone-screen.tsx'));
const ProfileScreen = lazyScreen(() => import('./people/profile-screen.tsx'));
const ResetPasswordScreen = lazyScreen(() => import('./passwords/reset-password-screen.tsx'));
const SettingsScreen = lazyScreen(() => import('./people/settings-screen.tsx'));
const SecondFactorScreen = lazyScreen(() => import('./sign-in/second-factor-screen.tsx'));
const SecondStepScreen = lazyScreen(() => import('./sign-in/second-step-screen.tsx'));
const SecurityScreen = lazyScreen(() => import('./sign-in/security-screen.tsx'));
const SignedInLayout = lazyScreen(() => import('./layout/signed-in-layout.tsx'));
const SignInAgainDialog = lazy(() =>
  import('./sign-in/sign-in-again-dialog.tsx').then((file) => ({ default: file.SignInAgainDialog })),
);
const SignInScreen = lazyScreen(() => import('./sign-in/sign-in-screen.tsx'));
const SignOutScreen = lazyScreen(() => import('./sign-in/sign-out-screen.tsx'));
const SignUpScreen = lazyScreen(() => import('./accounts/sign-up-screen.tsx'));
const TeamScreen = lazyScreen(() => import('./teams/team-screen.tsx'));
const VisitorScreen = lazyScreen(() => import('./teams/visitor-screen.tsx'));
const PrivacyNoticeScreen = lazyScreen(() => import('./accounts/privacy-notice-screen.tsx'));
const WhoSeesWhatScreen = lazyScreen(() => import('./accounts/who-sees-what-screen.tsx'));

/**
 * Loads the code of the first screen before the first render, because rendering would otherwise wait for it. A failure
 * is reported when the screen is shown.
 */
export async function loadFirstScreen(): Promise<void> {
  if (session === 'signed-in')
    await loadScreensAt(createRoutesFromElements(signedInRoutes(false)), location.pathname);
  else await SignInScreen.load().catch(() => undefined);
}

/** Loads the dashboard's code. A failure is reported when the dashboard is shown. */
function loadDashboard() {
  for (const screen of [SignedInLayout, DashboardScreen]) screen.load().catch(() => undefined);
}

/**
 * Shows the screen for the current address. At the address of a screen that needs an account, visitors see the sign-in
 * page. If the session ends while the app is open, the screen stays below a dialog to sign in again. After signing out,
 * the page reloads.
 */
export function App() {
  const { data: me, error, refetch } = useQuery(meQuery);
  // Screens depend on the settings, so the app waits for the settings before it renders a screen.
  const { data: settings } = useQuery(settingsQuery);
  const isPending = usePending(me === undefined || !settings);
  const [person, setPerson] = useState(me);
  const [wasVisitor, setWasVisitor] = useState(false);
  const { hash, pathname } = useLocation();
  const screen = screenOf(hash);
  if (me && me !== person) setPerson(me);
  if (me === null && !person && !wasVisitor) setWasVisitor(true);
  const id = person?.id;
  useEffect(() => {
    if (id !== undefined) removeDraftsOfOthers(id);
  }, [id]);
  if (screen) return <Navigate to={screen} replace />;
  if (isPending || me === undefined || !settings)
    return error ? <ErrorBanner error={error} onRetry={refetch} /> : <Waiting />;
  if (!person) return <AnonymousRoutes />;
  return (
    <ScreenBoundary at={pathname}>
      <SignedInRoutes key={person.id} isAfterSignIn={wasVisitor} />
      <Suspense>{me === null && <SignInAgainDialog email={person.email} />}</Suspense>
    </ScreenBoundary>
  );
}

function AnonymousRoutes() {
  // Visitors who use a page will probably sign in.
  useEffect(() => {
    addEventListener('focusin', loadDashboard, { once: true });
    return () => removeEventListener('focusin', loadDashboard);
  }, []);
  return (
    <Routes>
      <Route element={<AnonymousLayout bar />}>
        <Route path="/info" element={<InfoScreen />} />
        <Route path="/faq/libraries/:id" element={<FaqScreen />} />
        <Route path="/faq/question/:question" element={<QuestionScreen />} />
        <Route path="/who-sees-what" element={<WhoSeesWhatScreen />} />
        <Route path="/privacy" element={<PrivacyNoticeScreen />} />
        <Route path="/phone" element={<PhoneScreen />} />
      </Route>
      <Route element={<AnonymousLayout />}>
        <Route path="/sign-up" element={<SignUpScreen />} />
        <Route path="/sign-up/identity" element={<IdentityScreen />} />
        <Route path="/sign-in/second-step" element={<SecondStepScreen />} />
        <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
        <Route path="/reset-password/:slug" element={<ResetPasswordScreen />} />
        <Route path="/first-organiser/:slug" element={<FirstOrganiserScreen />} />
        <Route path="/teams/participate/:uuid" element={<VisitorScreen />} />
        {/* This address signs people out, so people who sign in here should not come back to it. */}
        <Route path="/sign-out" element={<Navigate to="/" replace />} />
        <Route path="*" element={<SignInScreen />} />
      </Route>
    </Routes>
  );
}

function SignedInRoutes({ isAfterSignIn }: { isAfterSignIn: boolean }) {
  const routes = useMemo(() => createRoutesFromElements(signedInRoutes(isAfterSignIn)), [isAfterSignIn]);
  useScreensOnIntent(routes);
  return useRoutes(routes);
}

function signedInRoutes(isAfterSignIn: boolean) {
  return (
    <>
      {/* Mailed links work even if this browser has somebody else's session. */}
      <Route element={<AnonymousLayout />}>
        <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
        <Route path="/reset-password/:slug" element={<ResetPasswordScreen />} />
        <Route path="/first-organiser/:slug" element={<FirstOrganiserScreen />} />
      </Route>
      <Route element={<BareLayout />}>
        <Route path="/info" element={<InfoScreen />} />
        <Route path="/map-preview/:id" element={<MapPreviewScreen />} />
        <Route path="/sign-out" element={<SignOutScreen />} />
      </Route>
      <Route element={<SignedInLayout isAfterSignIn={isAfterSignIn} />}>
        <Route path="/" element={<DashboardScreen />} />
        <Route path="/sign-up" element={<AlreadySignedUpScreen />} />
        <Route path="/my-activities" element={<MyActivitiesScreen />} />
        <Route path="/my-activities/add" element={<AddActivityScreen />} />
        <Route path="/my-activities/edit/:uuid" element={<EditActivityScreen />} />
        <Route path="/my-decisions" element={<MyDecisionsScreen />} />
        <Route path="/my-profile" element={<MyProfileScreen />} />
        <Route path="/my-profile/edit" element={<EditProfileScreen />} />
        <Route path="/my-profile/settings" element={<SettingsScreen />} />
        <Route path="/my-profile/own-apps" element={<OwnAppsScreen />} />
        <Route path="/my-profile/security" element={<SecurityScreen />} />
        <Route path="/my-profile/second-factor" element={<SecondFactorScreen />} />
        <Route path="/my-profile/delete" element={<DeleteAccountScreen />} />
        <Route path="/profile/:id" element={<ProfileScreen />} />
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
        <Route element={<TeamGate />}>
          <Route
            path="/challenges/ranking/:uri/teams"
            element={<ChallengeRankingScreen of="teams" backTo="/" />}
          />
          <Route
            path="/our-statistics/:uri/teams"
            element={<ChallengeRankingScreen of="teams" backTo="/our-statistics" />}
          />
          <Route path="/teams/info/:uuid" element={<TeamScreen />} />
        </Route>
        <Route element={<TeamGate toChange />}>
          <Route path="/teams/create" element={<CreateTeamScreen />} />
          <Route path="/teams/participate/:uuid" element={<ParticipateScreen />} />
          <Route path="/teams/leave/:uuid" element={<LeaveTeamScreen />} />
        </Route>
        <Route path="/faq/libraries/:id" element={<FaqScreen />} />
        <Route path="/faq/question/:question" element={<QuestionScreen />} />
        <Route path="/who-sees-what" element={<WhoSeesWhatScreen />} />
        <Route path="/privacy" element={<PrivacyNoticeScreen />} />
        <Route path="/phone" element={<PhoneScreen />} />
        <Route path="/go-to-admin" element={<GoToAdminScreen />} />
        <Route path="/dashboard" element={<ManagementScreen />} />
        <Route path="*" element={<FallbackScreen />} />
      </Route>
    </>
  );
}
