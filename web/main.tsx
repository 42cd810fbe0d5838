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
import { App, loadSignIn } from './routes.tsx';
import { theme, variables } from './ui/theme.ts';
import { Waiting } from './ui/waiting.tsx';

const texts = startTexts();

const client = makeQueryClient();
const container = document.getElementById('root') as HTMLElement;

/** How long the frame of the sign-in page stays before the app shows that it is still loading, in milliseconds. */
const frameFor = 5_000;

// The server has sent the frame of the sign-in page; it stays until the app can render the whole page.
if (container.firstElementChild)
  Promise.race([
    Promise.all([texts, client.prefetchQuery(settingsQuery), loadSignIn()]),
    new Promise((resolve) => setTimeout(resolve, frameFor)),
  ]).then(render);
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
