import { expect, it } from 'vitest';
import { pathToLog } from './path-to-log.ts';

it.each([
  ['/platform/api/activities?person=7', '/platform/api/activities'],
  ['/reset-password/secret', '/reset-password/…'],
  ['/club/reset-password/secret/', '/club/reset-password/…'],
  ['/global-challenge-reset-password/secret?locale=nl', '/global-challenge-reset-password/…'],
  ['/global-challenge-activate/secret', '/global-challenge-activate/…'],
  ['/first-organiser/secret', '/first-organiser/…'],
  ['/platform/api/first_organiser/secret', '/platform/api/first_organiser/…'],
  ['/club/couplings/polar/notices/secret', '/club/couplings/polar/notices/…'],
  ['/global-challenge-forgot-password', '/global-challenge-forgot-password'],
])('logs %s as %s', (url, logged) => {
  expect(pathToLog(url)).toBe(logged);
});
