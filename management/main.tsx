import './app.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { appPath, styleNonce } from './kit/page.ts';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CacheProvider value={createCache({ key: 'css', nonce: styleNonce, prepend: true })}>
      <BrowserRouter basename={appPath.slice(0, -1)}>
        <App />
      </BrowserRouter>
    </CacheProvider>
  </StrictMode>,
);
