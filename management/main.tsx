import './app.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { App } from './app.tsx';
import { appPath, styleNonce } from './kit/page.ts';

// Only a data router can prevent people from leaving a form with unsaved changes.
const router = createBrowserRouter([{ path: '*', element: <App /> }], { basename: appPath.slice(0, -1) });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CacheProvider value={createCache({ key: 'css', nonce: styleNonce, prepend: true })}>
      <RouterProvider router={router} />
    </CacheProvider>
  </StrictMode>,
);
