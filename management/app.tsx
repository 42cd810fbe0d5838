import { Admin, CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { Route } from 'react-router';
import { activities } from './activities/activities.tsx';
import { challenges } from './challenges/challenges.tsx';
import { changes } from './changes/changes.tsx';
import { consentTexts } from './consent-texts/consent-texts.tsx';
import { faqLibraries } from './faq/faq-libraries.tsx';
import { faqQuestions } from './faq/faq-questions.tsx';
import { guestCodes } from './guest-codes/guest-codes.tsx';
import { inbox } from './inbox/inbox.tsx';
import { couplings } from './integrations/integrations.tsx';
import { authProvider } from './kit/auth-provider.ts';
import { dataProvider } from './kit/data-provider.ts';
import { i18nProvider } from './kit/texts.ts';
import { menus } from './menus/menus.tsx';
import { mails } from './outbox/outbox.tsx';
import { StartPage } from './overview/overview.tsx';
import { people } from './people/people.tsx';
import { PeopleImport } from './people/people-import.tsx';
import { progressMaps } from './progress-maps/progress-maps.tsx';
import { provisionedGroups } from './provisioning/provisioned-groups.tsx';
import { securityEvents } from './security-log/security-log.tsx';
import { settings } from './settings/settings.tsx';
import { OrganisersLayout } from './shell/layout.tsx';
import { NoPage } from './shell/no-page.tsx';
import { darkTheme, lightTheme } from './shell/theme.ts';
import { sports } from './sports/sports.tsx';
import { statisticsPage } from './statistics/statistics.tsx';
import { tasks } from './tasks/tasks.tsx';
import { teams } from './teams/teams.tsx';
import { texts } from './texts/texts.tsx';
import { worksCouncilPack } from './works-council/works-council-pack.tsx';

const store = localStorageStore('1', 'management');
// The server sets the initial language: the account's language, or the language that the person chose later.
store.removeItem('locale');

/** Shows the organisers' app. Every resource is in a separate file and has the same name as in the API's URLs. */
export function App() {
  return (
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      store={store}
      dashboard={StartPage}
      catchAll={NoPage}
      layout={OrganisersLayout}
      theme={lightTheme}
      darkTheme={darkTheme}
      disableTelemetry
      requireAuth
    >
      <Resource {...inbox} />
      <Resource {...activities} />
      <Resource {...settings} />
      <Resource {...menus} />
      <Resource {...challenges} />
      <Resource {...sports} />
      <Resource {...progressMaps} />
      <Resource {...guestCodes} />
      <Resource {...people} />
      <Resource {...teams} />
      <Resource {...provisionedGroups} />
      <CustomRoutes>
        <Route path="/people-import" element={<PeopleImport />} />
      </CustomRoutes>
      <Resource {...faqQuestions} />
      <Resource {...faqLibraries} />
      <Resource {...texts} />
      <Resource {...consentTexts} />
      <Resource {...statisticsPage} />
      <Resource {...worksCouncilPack} />
      <Resource {...mails} />
      <Resource {...couplings} />
      <Resource {...changes} />
      <Resource {...securityEvents} />
      <Resource {...tasks} />
    </Admin>
  );
}
