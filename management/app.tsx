import { Admin, localStorageStore, Resource } from 'react-admin';
import { challenges } from './challenges.tsx';
import { changes } from './changes.tsx';
import { faqLibraries } from './faq-libraries.tsx';
import { faqQuestions } from './faq-questions.tsx';
import { authProvider } from './kit/auth-provider.ts';
import { dataProvider } from './kit/data-provider.ts';
import { i18nProvider } from './kit/texts.ts';
import { OrganisersLayout } from './layout.tsx';
import { tasks } from './tasks.tsx';
import { darkTheme, lightTheme } from './theme.ts';

/** The organisers' app: every resource has a file of its own, and a name in the addresses of the API. */
export function App() {
  return (
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      store={localStorageStore('1', 'management')}
      layout={OrganisersLayout}
      theme={lightTheme}
      darkTheme={darkTheme}
      disableTelemetry
      requireAuth
    >
      <Resource {...challenges} />
      <Resource {...faqLibraries} />
      <Resource {...faqQuestions} />
      <Resource {...changes} />
      <Resource {...tasks} />
    </Admin>
  );
}
