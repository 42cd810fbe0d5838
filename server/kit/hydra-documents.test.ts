import { globSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../../contract/api.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { ResourceSchema } from '../../contract/kit/resource.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

type Parsed = Awaited<ReturnType<typeof parseHydraDocumentation>>['api'];

let app: TestApp;
let organiser: Browser;
let origin: string;
let declared: Map<string, Set<string>>;
let parsed: Parsed;

beforeAll(async () => {
  app = await testApp({ basePath: '/club/' });
  organiser = await app.organiser();
  const features = ['teamsEnabled', 'allowTeamCreation', 'likesEnabled', 'commentsEnabled'];
  await app.database.db
    .insertInto('configs')
    .values(features.map((key) => ({ key, value: 'true' })))
    .execute();
  await app.app.listen({ port: 0 });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  declared = await declaredClasses();
  parsed = (await parseHydraDocumentation(`${origin}/club/platform/api`)).api;
});
afterAll(() => app.close());

/**
 * Returns every class that the contract's files declare, with its fields. Some classes are declared twice,
 * with different fields.
 */
async function declaredClasses(): Promise<Map<string, Set<string>>> {
  const classes = new Map<string, Set<string>>();
  const modules = await Promise.all(
    globSync('contract/{,managed/}*.ts', { exclude: ['**/*.test.ts'] }).map(
      (path) => import(/* @vite-ignore */ pathToFileURL(path).href),
    ),
  );
  for (const exported of modules.flatMap((module) => Object.values(module))) {
    const managed = exported as { Item?: Partial<ResourceSchema> } | null;
    const schema = managed?.Item ?? (exported as Partial<ResourceSchema> | null);
    if (!schema?.resourceName || !schema.def || 'memberSchema' in schema) continue;
    const fields = Object.keys(schema.def.shape).filter((field) => !field.startsWith('@'));
    const known = classes.get(schema.resourceName) ?? new Set();
    classes.set(schema.resourceName, new Set([...known, ...fields]));
  }
  return classes;
}

const resourceOf = (name: string) => {
  const found = parsed.resources?.find(({ title }) => title === name);
  if (!found) throw new Error(`no resource ${name}`);
  return found;
};

const namesOf = (fields: { name: string }[] | null | undefined) => (fields ?? []).map(({ name }) => name);

describe('the official parser for Hydra documents', () => {
  it('finds every class of the contract exactly once', () => {
    expect(declared.size).toBeGreaterThan(15);
    expect(parsed.resources?.map(({ title }) => title).sort()).toEqual([...declared.keys()].sort());
  });

  it('finds every field of every class, and no others', () => {
    for (const [name, fields] of declared)
      expect(namesOf(resourceOf(name).fields).sort(), name).toEqual([...fields].sort());
  });

  it('finds the operations of a resource, and its writable fields', () => {
    const activity = resourceOf('Activity');
    const typesOf = (name: string) => resourceOf(name).operations?.map(({ type }) => type);
    expect(typesOf('Activity')?.sort()).toEqual(['create', 'delete', 'edit', 'list', 'show']);
    expect(namesOf(activity.writableFields)).toContain('performedAt');
    expect(namesOf(activity.writableFields)).not.toContain('challengeKms');
    expect(activity.fields?.find(({ name }) => name === 'performedAt')?.type).toBe('date');
    expect(typesOf('ProgressMap')).toEqual(['show']);
    expect(typesOf('SignUpRequest')).toEqual(['create']);
  });

  it('finds nested classes and fields with several values', () => {
    const fieldOf = (name: string) => resourceOf('Activity').fields?.find((field) => field.name === name);
    expect(fieldOf('person')?.embedded).toMatchObject({ title: 'Person' });
    expect(fieldOf('person')?.maxCardinality).toBe(1);
    expect(fieldOf('correction')?.maxCardinality).toBe(1);
    expect(fieldOf('receivedFrom')?.maxCardinality).toBeNull();
  });

  it('hides classes without a list from menus, and finds a readable list for every other class', async () => {
    const hidden = parsed.resources?.filter(({ deprecated }) => deprecated).map(({ title }) => title);
    expect(hidden).toEqual(
      expect.arrayContaining(['SignUpRequest', 'ProgressMap', 'Like', 'RankingEntry', 'PersonInfo']),
    );
    for (const { url, deprecated } of parsed.resources ?? []) {
      if (deprecated) continue;
      const query = 'page=1&itemsPerPage=10&order[id]=ASC';
      const list = await organiser.send({ method: 'GET', url: `${new URL(url).pathname}?${query}` });
      expect(list.statusCode, url).toBe(200);
      expect(list.json()['hydra:member'], url).toBeInstanceOf(Array);
    }
  });

  it('finds the search and sort parameters of a list', async () => {
    const { pathname } = new URL(resourceOf('ManagedPerson').url);
    const list = (await organiser.send({ method: 'GET', url: `${pathname}?role=organiser` })).json();
    const mappingOf = (variable: string, property: string | null) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property,
      required: false,
    });
    const { 'hydra:template': template, 'hydra:mapping': mapping } = list['hydra:search'];
    expect(template).toMatch(/^\/club\/platform\/api\/management\/people\{\?.*\brole\b.*\}$/);
    expect(mapping).toEqual(
      expect.arrayContaining([
        mappingOf('role', 'role'),
        mappingOf('order[email]', 'email'),
        mappingOf('q', null),
      ]),
    );
    expect(mapping.map(({ variable }: { variable: string }) => variable)).not.toContain('page');
  });
});

describe('the entry point', () => {
  it('links every class to an address that exists', async () => {
    for (const { title, url, operations } of parsed.resources ?? []) {
      const types = operations?.map(({ type }) => type) ?? [];
      const isMade = types.includes('create') && !types.includes('list') && !types.includes('show');
      const method = isMade ? 'POST' : 'GET';
      const path = new URL(url).pathname;
      const { statusCode } = await organiser.send({
        method,
        url: path,
        ...(isMade ? { payload: {} } : {}),
      });
      expect([200, 422], `${title}: ${method} ${path}`).toContain(statusCode);
    }
  });

  it('links to a working template for each address with parameters', async () => {
    const entryPoint = (await organiser.send({ method: 'GET', url: '/club/platform/api' })).json();
    expect(entryPoint.progressMap).toMatchObject({
      '@type': 'hydra:IriTemplate',
      'hydra:template': '/club/platform/api/progress_maps/{id}',
    });
    const answer = await organiser.send({ method: 'GET', url: entryPoint.progressMap['@id'] });
    expect(answer.json()).toMatchObject(entryPoint.progressMap);
    const unknown = await organiser.send({ method: 'GET', url: '/club/platform/api/templates/nothing' });
    expect(unknown.statusCode).toBe(404);
  });
});

it('serves a context with all fields for every class that occurs in responses', async () => {
  const contextOf = async (name: string) => {
    const answer = await organiser.send({ method: 'GET', url: `/club/platform/api/contexts/${name}` });
    expect(answer.statusCode, name).toBe(200);
    return Object.keys(answer.json()['@context']);
  };
  for (const [name, fields] of declared)
    expect(await contextOf(name), name).toEqual(expect.arrayContaining([...fields]));
  for (const name of ['Error', 'ConstraintViolationList', 'Entrypoint']) await contextOf(name);
  const nothing = await organiser.send({ method: 'GET', url: '/club/platform/api/contexts/Nothing' });
  expect(nothing.statusCode).toBe(404);
});

it('lists every operation of the contract in the OpenAPI document and its HTML pages', async () => {
  const { paths } = (await organiser.send({ method: 'GET', url: '/club/platform/api/docs.json' })).json();
  const listed = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const operations: Operation[] = Object.values(api).flatMap((domain) => Object.values(domain));
  const expected = operations.map(({ method, path }) => `${method} /club${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(listed.sort()).toEqual(expected.sort());
  const pages = await organiser.send({ method: 'GET', url: '/club/platform/api/docs' });
  expect(pages.headers['content-type']).toContain('text/html');
});
