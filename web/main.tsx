import './ui/theme.css';
import './ui/classes.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { startTexts } from './i18n/texts.ts';
import { basePath, styleNonce } from './kit/page.ts';
import { makeQueryClient } from './kit/query-client.ts';
import { App } from './routes.tsx';
import { theme, variables } from './ui/theme.ts';
import { Waiting } from './ui/waiting.tsx';

startTexts();

const root = createRoot(document.getElementById('root') as HTMLElement);
// As a transition, React renders in short steps, so that slow phones respond meanwhile.
startTransition(() =>
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        // Mantine generates its variables from the theme; its CSS file with the same variables would add 3 kB.
        deduplicateCssVariables={false}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <QueryClientProvider client={makeQueryClient()}>
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
