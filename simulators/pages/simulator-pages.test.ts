import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBrowser } from '../../server/testing/http-browser.ts';
import { type SimulatedServices, simulatedServices } from '../../server/testing/simulated-services.ts';

const origin = 'https://challenge.example';

let services: SimulatedServices;
let member: string;
let consentPage: string;

beforeAll(async () => {
  services = await simulatedServices(() => origin);
  member = String(services.strava.members.add('Eka <b>').athleteId);
  const redirectUri = `${origin}/strava/return`;
  consentPage =
    services.providers.Strava?.consentAddress({ redirectUri, state: 'xyz', codeChallenge: '' }) ?? '';
});
afterAll(() => services.close());

const form = (params: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(params) });

describe('the consent page of a simulator', () => {
  it('says in the visitor’s language that it is simulated, and contains no scripts', async () => {
    const of = async (language: string) => {
      const answer = await httpBrowser({ 'accept-language': language }).send(consentPage);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
      return answer.text();
    };
    const pages = await Promise.all(['en', 'fr', 'nl'].map(of));
    expect(pages.map((page) => /<html lang="(\w\w)">/.exec(page)?.[1])).toEqual(['en', 'fr', 'nl']);
    const notices = pages.map((page) => /<p class="notice">([^<]+)</.exec(page)?.[1]);
    expect(new Set(notices).size).toBe(3);
    for (const notice of notices) expect(notice).toContain('Strava');
    expect(pages[0]).toContain('Eka &lt;b&gt;');
    expect(pages[0]).not.toContain('<script');
  });

  it('redirects back with the ticked permissions, or with an error if access is denied', async () => {
    const browser = httpBrowser();
    const params = { member, tick: 'activity:read' };
    const allowed = await browser.send(consentPage, form({ ...params, decision: 'allow' }));
    expect(allowed.status).toBe(303);
    const back = new URL(allowed.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(`${origin}/strava/return`);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'xyz', scope: 'activity:read' });
    const denied = await browser.send(consentPage, form({ ...params, decision: 'deny' }));
    expect(new URL(denied.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
  });

  it('rejects repeated form fields and impossible workouts', async () => {
    const browser = httpBrowser();
    const twice = new URLSearchParams({ member, decision: 'allow' });
    twice.append('decision', 'deny');
    expect((await browser.send(consentPage, { method: 'POST', body: twice })).status).toBe(400);
    expect((await browser.send(consentPage, { method: 'POST' })).status).toBe(400);
    const repeated = new URL(consentPage);
    repeated.searchParams.append('state', 'another');
    expect((await fetch(repeated)).status).toBe(400);
    const workouts = `${new URL('/strava/', consentPage)}members/${member}/workouts`;
    const workout = { sportType: 'Run', start: '2026-11-20T10:00', minutes: '30', kilometres: '5' };
    for (const wrong of [
      { start: 'yesterday' },
      { start: '0000-01-01T10:00' },
      { start: '2026-11-20T10:00:00.0000000001' },
      { minutes: '1e400' },
      { kilometres: '-1' },
    ])
      expect((await browser.send(workouts, form({ ...workout, ...wrong }))).status).toBe(400);
  });

  it('is not shown for an unknown app', async () => {
    const other = new URL(consentPage);
    other.searchParams.set('client_id', 'another');
    expect((await fetch(other)).status).toBe(400);
  });
});

describe('a person’s page on a simulator', () => {
  it('records, changes and deletes workouts', async () => {
    const browser = httpBrowser();
    const home = `${services.address}/strava/members/${member}`;
    const entry = { sportType: 'Run', start: '2026-11-20T06:30', minutes: '30', kilometres: '5' };
    const recorded = async () => services.strava.members.one(Number(member)).activities;
    const { at, response } = await browser.visit(`${home}/workouts`, form(entry));
    expect([at.href, response.status]).toEqual([home, 200]);
    const [activity] = [...(await recorded()).values()];
    expect(activity).toMatchObject({
      sport_type: 'Run',
      start_date: '2026-11-20T05:30:00Z',
      elapsed_time: 1800,
      distance: 5000,
    });
    const page = await response.text();
    const [, action = ''] = new RegExp(`action="([^"]*/workouts/${activity?.id})"`).exec(page) ?? [];
    await browser.visit(action, form({ ...entry, kilometres: '6.5' }));
    expect((await recorded()).get(String(activity?.id))?.distance).toBe(6500);
    await browser.visit(action, form({ ...entry, remove: 'yes' }));
    expect((await recorded()).size).toBe(0);
  });

  it('responds with 404 for an unknown person, and keeps running', async () => {
    const nobody = `${services.address}/strava/members/1`;
    const entry = { sportType: 'Run', start: '2026-11-20T06:30', minutes: '30', kilometres: '5' };
    expect((await fetch(nobody)).status).toBe(404);
    expect((await fetch(`${nobody}/workouts`, form(entry))).status).toBe(404);
    expect((await fetch(`${nobody}/workouts/2`, form({ ...entry, remove: 'yes' }))).status).toBe(404);
    expect((await fetch(consentPage)).status).toBe(200);
  });
});
