import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../../../contract/api.ts';
import type { Operation } from '../../../contract/kit/operation.ts';
import * as people from '../../../contract/managed/people.ts';
import { settings } from '../../../contract/managed/settings.ts';
import * as pack from '../../../contract/managed/works-council-pack.ts';
import { idOf, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<TestApp['organiser']>>;

beforeAll(async () => {
  app = await testApp({ publicUrl: 'https://sport.example.com/' });
  organiser = await app.organiser();
});
afterAll(() => app.close());

const packIn = (locale: 'en' | 'fr' | 'nl') => organiser.call(pack.read, { query: { locale } });
const blocksOf = async (locale: 'en' | 'fr' | 'nl') =>
  (await packIn(locale)).sections.flatMap(({ blocks }) => blocks);
const change = async (fields: object) => {
  const [now] = [await organiser.call(settings.one, { params: { id: 1 } })];
  await organiser.call(settings.replace, { params: { id: 1 }, body: { ...now, ...fields } as never });
};
const verdictOn = async (setting: string) => {
  const found = (await blocksOf('en')).find(
    (block) => block.kind === 'verdict' && block.setting.startsWith(setting),
  );
  return found?.kind === 'verdict' ? found : undefined;
};

describe('the works-council pack', () => {
  // claim: pack-follows-settings
  it('changes its text, its verdicts and its claims with the settings', async () => {
    expect(await verdictOn('Deletion')).toMatchObject({ value: 'Never', verdict: 'notRecommended' });
    expect(await verdictOn('Organisers’ access')).toMatchObject({
      value: 'All activities',
      verdict: 'agreement',
    });
    expect(JSON.stringify(await packIn('en'))).not.toContain('Likes, comments and flags');
    await change({
      anonymiseAfterDays: 90,
      removeInvitedAfterDays: 60,
      commentsEnabled: true,
      secondFactorRequired: false,
      activitiesByReason: true,
    });
    expect(await verdictOn('Organisers’ access')).toMatchObject({
      value: 'Only after giving a reason',
      verdict: 'recommended',
    });
    expect(await verdictOn('Comments')).toMatchObject({ verdict: 'agreement', page: '/settings/1/together' });
    const text = JSON.stringify(await packIn('en'));
    expect(text).toContain('Likes, comments and flags');
    expect(text).toContain('90 days after their last challenge');
    // The server of this test has no mail server, so the warnings would reach nobody.
    expect(await verdictOn('Deletion')).toMatchObject({ verdict: 'notRecommended' });
    expect(await verdictOn('Encrypted')).toMatchObject({
      value: 'https',
      verdict: 'recommended',
      page: null,
    });
    const claims = (await blocksOf('en')).flatMap((block) => (block.kind === 'claim' ? [block.id] : []));
    expect(claims).toEqual(expect.arrayContaining(['never-came-in', 'activities-by-reason']));
    for (const untrue of ['anonymisation', 'second-factor-required']) expect(claims).not.toContain(untrue);
  });

  it('has the same structure in each language, no missing texts, and a test for every claim', async () => {
    const shape = async (locale: 'en' | 'fr' | 'nl') =>
      (await packIn(locale)).sections.map(({ id, blocks }) => [id, blocks.map(({ kind }) => kind)]);
    expect(await shape('fr')).toEqual(await shape('en'));
    expect(await shape('nl')).toEqual(await shape('en'));
    // A missing text would appear as its key, and a missing value as its placeholder.
    for (const locale of ['en', 'fr', 'nl'] as const)
      expect(
        JSON.stringify((await packIn(locale)).sections.map(({ title, blocks }) => [title, texts(blocks)])),
      ).not.toMatch(/\{\{|undefined|"(?:leads|settings|claims|rows|sights|clauses|articles|risks|kept)\./);
    for (const block of await blocksOf('en')) if (block.kind === 'claim') expect(block.tests).not.toEqual([]);
  });

  it('states how often organisers opened records', async () => {
    const before = await openedRecords();
    await organiser.call(people.one, { params: { id: idOf(await app.participant()) } });
    expect(await openedRecords()).toBe(before + 1);
  });

  // claim: pdf-accessible
  it('is available in each language as a tagged PDF with a title and a language', async () => {
    for (const locale of ['en', 'fr', 'nl']) {
      const response = await organiser.send({ method: 'GET', url: `${pack.pdf.path}?locale=${locale}` });
      expect(response.headers['content-type']).toBe('application/pdf');
      const file = response.rawPayload.toString('latin1');
      expect(file.slice(0, 5)).toBe('%PDF-');
      expect(file).toMatch(/\/Marked true/);
      expect(file).toMatch(/\/DisplayDocTitle true/);
      expect(file).toMatch(new RegExp(`/Lang \\(${locale}`));
      for (const element of ['H1', 'H2', 'Table', 'TH', 'TD'])
        expect(file).toMatch(new RegExp(`/S /${element}\\b`));
    }
  });
});

describe('the security log', () => {
  // claim: log-read-only
  it('can be read but not changed', async () => {
    const calls: Operation[] = Object.values(api.managedSecurityEvents);
    expect(calls.map(({ method }) => method)).toEqual(calls.map(() => 'GET'));
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'] as const) {
      const response = await organiser.send({ method, url: '/platform/api/management/security-events/1' });
      expect(response.statusCode).toBe(404);
    }
  });
});

const texts = (blocks: pack.Block[]) =>
  blocks.map((block) => (block.kind === 'claim' ? block.text : { ...block, page: undefined }));

async function openedRecords(): Promise<number> {
  const log = (await packIn('en')).sections.find(({ id }) => id === 'log');
  const [table] = log?.blocks.filter(({ kind }) => kind === 'table') ?? [];
  return Number(table?.kind === 'table' ? table.rows[0]?.[1] : undefined);
}
