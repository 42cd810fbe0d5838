import './ui/theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { startTexts } from './i18n/texts.ts';
import { basePath, styleNonce } from './kit/page.ts';
import { makeQueryClient } from './kit/query-client.ts';
import { App } from './routes.tsx';
import { theme, variables } from './ui/theme.ts';
import { Waiting } from './ui/waiting.tsx';

startTexts();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      // All of the kit's variables are made here from the theme: the same ones as a file would be 3 kB more to load.
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
);
