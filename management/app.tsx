import { Admin, CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { Route } from 'react-router';
import { activities } from './activities.tsx';
import { challenges } from './challenges.tsx';
import { changes } from './changes.tsx';
import { consentTexts } from './consent-texts.tsx';
import { couplings } from './couplings.tsx';
import { faqLibraries } from './faq-libraries.tsx';
import { faqQuestions } from './faq-questions.tsx';
import { guestCodes } from './guest-codes.tsx';
import { inbox } from './inbox.tsx';
import { authProvider } from './kit/auth-provider.ts';
import { dataProvider } from './kit/data-provider.ts';
import { i18nProvider } from './kit/texts.ts';
import { OrganisersLayout } from './layout.tsx';
import { mails } from './mails.tsx';
import { menus } from './menus.tsx';
import { NoPage } from './no-page.tsx';
import { people } from './people.tsx';
import { PeopleImport } from './people-import.tsx';
import { progressMaps } from './progress-maps.tsx';
import { securityEvents } from './security-events.tsx';
import { settings } from './settings.tsx';
import { sports } from './sports.tsx';
import { StartPage } from './start-page.tsx';
import { statisticsPage } from './statistics.tsx';
import { tasks } from './tasks.tsx';
import { teams } from './teams.tsx';
import { texts } from './texts.tsx';
import { darkTheme, lightTheme } from './theme.ts';

const store = localStorageStore('1', 'management');
// The server says which language a page begins in: the account's, or one that was chosen since.
store.removeItem('locale');

/** The organisers' app: every resource has a file of its own, and a name in the addresses of the API. */
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
      <CustomRoutes>
        <Route path="/people-import" element={<PeopleImport />} />
      </CustomRoutes>
      <Resource {...faqQuestions} />
      <Resource {...faqLibraries} />
      <Resource {...texts} />
      <Resource {...consentTexts} />
      <Resource {...statisticsPage} />
      <Resource {...mails} />
      <Resource {...couplings} />
      <Resource {...changes} />
      <Resource {...securityEvents} />
      <Resource {...tasks} />
    </Admin>
  );
}
