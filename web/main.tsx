import './ui/theme.css';
import './ui/classes.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { settingsQuery } from './configs/queries.ts';
import { startTexts } from './i18n/texts.ts';
import { basePath, styleNonce } from './kit/page.ts';
import { makeQueryClient } from './kit/query-client.ts';
import { screenOf } from './layout/old-address.ts';
import { App, loadSignIn } from './routes.tsx';
import { theme, variables } from './ui/theme.ts';
import { Waiting } from './ui/waiting.tsx';

const texts = startTexts();

const client = makeQueryClient();
const container = document.getElementById('root') as HTMLElement;

// The server may have sent the frame of the sign-in page, which stays until the app can replace it with the whole page.
// But the server does not see old addresses, which are in the fragment and lead to other screens.
if (container.firstElementChild && !screenOf(location.hash))
  Promise.all([texts, client.prefetchQuery(settingsQuery), loadSignIn()]).then(render);
else render();

function render() {
  // As a transition, React renders in short steps, so that slow phones respond meanwhile.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={variables}
          // Mantine generates its variables from the theme; its CSS file with the same variables would add 3 kB.
          deduplicateCssVariables={false}
          defaultColorScheme="auto"
          getStyleNonce={() => styleNonce}
        >
          <QueryClientProvider client={client}>
            <BrowserRouter basename={basePath}>
              <Suspense fallback={<Waiting />}>
                <App />
              </Suspense>
            </BrowserRouter>
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}
