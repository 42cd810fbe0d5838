import './ui/theme.css';
import './ui/classes.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { numberFormat } from '../api-client/formats.ts';
import { settingsQuery } from './configs/queries.ts';
import { startTexts } from './i18n/texts.ts';
import { basePath, session, styleNonce } from './kit/page.ts';
import { makeQueryClient } from './kit/query-client.ts';
import { screenOf } from './layout/old-address.ts';
import { App, loadFirstScreen } from './routes.tsx';
import { theme, variables } from './ui/theme.ts';
import { Waiting } from './ui/waiting.tsx';

const client = makeQueryClient();
const container = document.getElementById('root') as HTMLElement;

/** How long the frame waits for the first screen's data once all scripts have loaded, in milliseconds. */
const longestWait = 1500;

/** Continues in a new task, so that slow phones can respond to taps in between. Timers are slow in hidden tabs. */
const nextTask = () => (document.hidden ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve)));

start();

async function start() {
  const texts = startTexts();
  await nextTask();
  const firstScreen = loadFirstScreen();
  await nextTask();
  // Loads the fonts only now, so that they do not delay the scripts. If they fail to load, other fonts are used.
  for (const family of ['Hanken Grotesk', 'Big Shoulders'])
    document.fonts.load(`1em "${family}"`).catch(() => undefined);
  await nextTask();
  // The first formatter takes 10 ms, 40 on a slow phone, which would otherwise prolong the first render.
  numberFormat(i18next.language);
  await nextTask();
  // The server may have sent a frame, which stays until the app can replace it with the first screen. But the server
  // does not see old addresses, which are in the fragment and lead to other screens. The screen reports failures.
  if (container.firstElementChild && !screenOf(location.hash))
    await firstScreenReady(Promise.all([texts, firstScreen])).catch(() => undefined);
  render();
}

/** Waits for all that the first screen needs to replace its frame in one step. */
async function firstScreenReady(textsAndCode: Promise<unknown>) {
  await Promise.all([textsAndCode, client.prefetchQuery(settingsQuery)]);
  if (session !== 'signed-in') return;
  const { loadFirstData } = await import('./layout/first-data.ts');
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWait));
  await Promise.race([loadFirstData(client, i18next.language), tooLong]);
}

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
