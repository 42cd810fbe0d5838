import type { AddressInfo } from 'node:net';
import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await testApp({ basePath: '/club/' });
  await app.app.listen({ port: 0 });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

it('is read by the API makers’ own parser: every listed resource, its fields and its operations', async () => {
  const { api } = await parseHydraDocumentation(`${origin}/club/platform/api`);
  const resources = new Map(api.resources?.map((resource) => [resource.title, resource]));
  expect([...resources.keys()].sort()).toEqual(['Activity', 'Challenge', 'Config', 'RankingEntry', 'Sport']);
  const activity = resources.get('Activity');
  expect(activity?.fields?.map(({ name }) => name)).toEqual([
    'uuid',
    'person',
    'sport',
    'performedAt',
    'amountType',
    'time',
    'kilometers',
    'steps',
    'info',
    'challengeKms',
  ]);
  expect(activity?.writableFields?.map(({ name }) => name)).toContain('performedAt');
  expect(activity?.operations?.map(({ type }) => type).sort()).toEqual([
    'create',
    'delete',
    'edit',
    'list',
    'show',
  ]);
  expect(activity?.fields?.find(({ name }) => name === 'performedAt')?.type).toBe('date');
});

it('has a context for every class that answers name, and an OpenAPI document with every path', async () => {
  const context = await fetch(`${origin}/club/platform/api/contexts/Activity`);
  expect(context.status).toBe(200);
  expect((await fetch(`${origin}/club/platform/api/contexts/Nothing`)).status).toBe(404);
  const openApi = (await (await fetch(`${origin}/club/platform/api/docs.json`)).json()) as { paths: object };
  expect(Object.keys(openApi.paths)).toContain('/club/platform/api/activities/{uuid}');
  const pages = await fetch(`${origin}/club/platform/api/docs`);
  expect(pages.headers.get('content-type')).toContain('text/html');
});
