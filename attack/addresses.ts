import fc from 'fast-check';
import { polarSignature } from '../server/integrations/polar/webhook.ts';
import { webhookPath } from '../server/integrations/webhooks/webhook-routes.ts';
import { testSecret } from '../server/testing/test-app.ts';
import { simulatorPaths } from '../simulators/simulators.ts';
import type { Target } from './attack.ts';
import type { Case } from './cases.ts';
import { anything, hostileTexts } from './edges.ts';
import type { Role } from './people.ts';
import { polarSecret, simulatorsBelow } from './simulated-services.ts';

const anybody = fc.constantFrom<Role>('visitor', 'participant', 'moderator', 'analyst', 'organiser', 'token');

/** A hostile text, encoded as a path segment or as a query value. */
const step = fc
  .oneof(fc.constantFrom(...hostileTexts.map((text) => text.slice(0, 2000))), fc.string({ maxLength: 20 }))
  .map((text) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'));

const garbage = fc.oneof(
  fc.constantFrom('%', '%zz', '..%2f..%2fpackage.json', '%00', '//', '/./../', '?', '?a[]=1&a[]=2', '\\..\\'),
  step,
);

/** Returns GET requests for these addresses, unchanged or with something appended. */
const pages = (name: string, accept: string, addresses: string[]): Target => ({
  name,
  access: 'public',
  cases: () =>
    fc
      .tuple(anybody, fc.constantFrom(...addresses), fc.oneof(fc.constant(''), garbage), fc.boolean())
      .map(([role, address, more, isHtml]): Case => {
        const between = more === '' || address.endsWith('/') || more.startsWith('?') ? '' : '/';
        const headers = { accept: isHtml ? accept : '*/*' };
        return { role, method: 'GET', url: address + between + more, headers };
      }),
});

/** Webhook bodies: in the format of each service, and arbitrary ones. */
const notices = fc.oneof(
  fc.constantFrom<unknown>(
    { activities: [{ userId: 'x', activityId: 1, callbackURL: 'http://127.0.0.1:9/' }] },
    { activities: [{ userId: 'x', summaryId: 'y', startTimeInSeconds: 10 ** 15, durationInSeconds: -1 }] },
    { deregistrations: [{ userId: 'x' }], userPermissionsChange: [{ userId: 'x', permissions: [] }] },
    { object_type: 'activity', object_id: 2 ** 60, aspect_type: 'create', owner_id: 1, subscription_id: 1 },
    { object_type: 'athlete', updates: { authorized: 'false' }, owner_id: 1 },
    { event: 'EXERCISE', user_id: 1, entity_id: 'x', timestamp: 'never', url: 'http://127.0.0.1:9/' },
    { event: 'PING' },
    { type: 'verification' },
    { data: { operation: 'UPSERT', dataType: 'exercise', healthUserId: 'x', intervals: [{}] } },
  ),
  anything,
);

const webhooks: Target = {
  name: 'webhooks',
  access: 'public',
  cases: () =>
    fc
      .tuple(
        fc.constantFrom('Fitbit', 'Garmin', 'Polar', 'Strava'),
        fc.oneof({ weight: 3, arbitrary: fc.constant('') }, step),
        fc.oneof({ weight: 3, arbitrary: fc.constant('POST' as const) }, fc.constant('GET' as const)),
        fc.constantFrom<Record<string, string>>(
          {},
          { 'garmin-client-id': 'global-challenge' },
          { 'polar-webhook-event': 'PING' },
          { 'x-strava-signature': 't=1,v1=x' },
          { authorization: 'Bearer x' },
        ),
        fc.constantFrom(
          '',
          '?hub.mode=subscribe&hub.challenge=x&hub.verify_token=y',
          '?hub.mode=a&hub.mode=b',
        ),
        notices,
      )
      .map(([platform, key, method, headers, query, body]): Case => {
        const path = webhookPath(testSecret, platform as never);
        const url = (key ? path.replace(/[^/]+$/, key) : path) + query;
        if (method === 'GET') return { role: 'visitor', method, url, headers };
        const payload = JSON.stringify(body) ?? '';
        const signature = polarSignature(polarSecret, Buffer.from(payload));
        return {
          role: 'visitor',
          method,
          url,
          headers: { 'content-type': 'application/json', 'polar-webhook-signature': signature, ...headers },
          payload,
        };
      }),
};

/** The links for disconnecting services, unchanged and with changed parameters. */
const uncoupling: Target = {
  name: 'links to uncouple',
  access: 'participant',
  cases: ({ harvest }) =>
    fc
      .tuple(
        fc.constantFrom<Role>('participant', 'other', 'organiser', 'visitor'),
        fc.constantFrom(...(harvest.values.get('uncoupleUrl') ?? ['/']).values()),
        fc.constantFrom(
          '&keepActivities=true',
          '&keepActivities=false',
          '',
          '&until=1',
          '&signature=x',
          '&keepActivities=2',
        ),
      )
      .map(([role, link, more]): Case => {
        const { pathname, search } = new URL(String(link), 'http://localhost');
        return { role, method: 'GET', url: pathname + search + more, headers: {} };
      }),
};

const consentPaths = Object.values(simulatorPaths).flatMap((path) =>
  ['/oauth2Confirm', '/oauth2/authorization', '/oauth/authorize', '/o/oauth2/v2/auth'].map(
    (consent) => simulatorsBelow + path + consent,
  ),
);
const simulatorPages = Object.values(simulatorPaths).map((path) => simulatorsBelow + path);

/** The forms of the demo's simulated services. */
const simulatorForms: Target = {
  name: 'simulated services: forms',
  access: 'public',
  cases: () =>
    fc
      .tuple(
        fc.constantFrom(...consentPaths, ...simulatorPages.map((path) => `${path}/members/1/workouts`)),
        fc.array(
          fc.tuple(
            fc.constantFrom(
              'member',
              'decision',
              'tick',
              'sportType',
              'start',
              'minutes',
              'kilometres',
              'state',
            ),
            fc.oneof(fc.constantFrom('1', 'allow', '2026-11-20T06:00', 'running'), step),
          ),
          { maxLength: 8 },
        ),
        fc.oneof(
          fc.constant(''),
          garbage.map((text) => `?client_id=global-challenge&state=${text}`),
        ),
      )
      .map(
        ([path, fields, query]): Case => ({
          role: 'visitor',
          method: 'POST',
          url: path + query.replaceAll(' ', '%20'),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: fields.map(([name, value]) => `${name}=${value}`).join('&'),
        }),
      ),
};

const api = '/platform/api';

/** All addresses to attack that are not operations of the contract. */
export const addresses: Target[] = [
  pages('health', '*/*', ['/healthz', '/readyz']),
  pages('API documents', 'text/html', [
    api,
    `${api}/docs`,
    `${api}/docs/`,
    `${api}/docs.json`,
    `${api}/docs.jsonld`,
    `${api}/contexts/Activity`,
    `${api}/contexts`,
    `${api}/templates`,
    `${api}/templates/Activity`,
  ]),
  pages('pages', 'text/html', [
    '/',
    '/sign-in',
    '/my-activities',
    '/challenges/november',
    '/map-preview/1',
    '/dashboard/',
    '/dashboard/people',
    '/assets',
    '/nothing.js',
  ]),
  webhooks,
  uncoupling,
  pages('simulated services', 'text/html', [
    ...consentPaths,
    ...simulatorPages,
    ...simulatorPages.map((path) => `${path}/members/1`),
  ]),
  simulatorForms,
];
