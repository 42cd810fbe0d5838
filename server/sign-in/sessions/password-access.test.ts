import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as configs from '../../../contract/configs.ts';
import * as people from '../../../contract/managed/people.ts';
import { settings } from '../../../contract/managed/settings.ts';
import { type Browser, idOf, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import type { Provider } from '../identities/provider.ts';

const provider: Provider = {
  key: 'work',
  label: 'Work',
  issuer: 'https://login.company.example/',
  clientId: 'challenge',
  clientSecret: 'secret',
  scope: 'openid email profile',
  mailDomains: [],
  trustAddresses: false,
  trusted: false,
};
const params = { id: 1 };

let app: TestApp;
let organiser: Browser & { iri: string; email: string };
let other: typeof organiser;
let participant: typeof organiser;

beforeAll(async () => {
  app = await testApp({ identityProviders: [provider] });
  organiser = await app.organiser();
  other = await app.organiser();
  participant = await app.participant();
});
afterAll(() => app.close());

const link = (person: { iri: string }, issuer = 'https://login.company.example') =>
  app.database.db
    .insertInto('identities')
    .values({ issuer, subject: person.iri, person_id: idOf(person), created_at: '2026-11-20T00:00:00Z' })
    .execute();
const unlink = () => app.database.db.deleteFrom('identities').execute();
const body = async (by: Browser, registrationMethod: 'form' | 'formAndProviders' | 'providers') => ({
  ...(await by.call(settings.one, { params })),
  registrationMethod,
});
const choose = async (method: Parameters<typeof body>[1], by: Browser = organiser) =>
  by.call(settings.replace, { params, body: await body(by, method) });
const signIn = (email: string) => ({
  method: 'POST' as const,
  url: '/global-challenge-login',
  payload: { username: email, password: newPerson().password },
});
const answerTo = (email: string) => app.browser().send(signIn(email));
const passwordUsers = async () =>
  (await app.browser().call(configs.list, {}))['hydra:member'].find(({ id }) => id === 'passwordUsers')
    ?.value;

describe('the setting that allows signing in only with identity providers', () => {
  it('is refused if no provider is configured, with a violation in the request’s language', async () => {
    const bare = await testApp();
    const someone = await bare.organiser();
    const payload = await body(someone, 'providers');
    const problem = await someone.refused(
      settings.replace,
      { params, body: payload },
      { 'accept-language': 'fr' },
    );
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'registrationMethod' }] });
    expect(problem.violations?.[0]?.message).toMatch(/^Avec ce réglage.*IDENTITY_PROVIDERS/);
    expect((await someone.call(settings.one, { params })).registrationMethod).toBe('form');
    await bare.close();
  });

  it('is refused until an active organiser has signed in with one of the providers', async () => {
    const refused = async () =>
      (await organiser.refused(settings.replace, { params, body: await body(organiser, 'providers') }))
        .violations;
    const noOrganiser = [
      { propertyPath: 'registrationMethod', message: expect.stringContaining('No organiser') },
    ];
    expect(await refused()).toMatchObject(noOrganiser);
    await link(participant);
    expect(await refused()).toMatchObject(noOrganiser);
    await link(organiser, 'https://login.elsewhere.example');
    expect(await refused()).toMatchObject(noOrganiser);
    await link(organiser);
    expect((await choose('providers')).registrationMethod).toBe('providers');
    expect([(await answerTo(organiser.email)).statusCode, await passwordUsers()]).toEqual([404, 'nobody']);
    await choose('form');
    await unlink();
  });

  it('prevents demoting, deactivating or deleting the last organiser who can sign in', async () => {
    await link(organiser);
    await choose('providers');
    const id = idOf(organiser);
    const item = await other.call(people.one, { params: { id } });
    const refusals = [
      await other.refused(people.replace, {
        params: { id },
        body: { ...item, role: 'participant' },
      }),
      await other.refused(people.deactivate, { params: { id }, body: {} }),
      await organiser.refused(accounts.deleteAccount, { body: { profileId: organiser.iri } }),
    ];
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 409, detail: expect.stringContaining('company account') });
    await link(other);
    await other.call(people.deactivate, { params: { id }, body: {} });
    expect((await other.call(people.one, { params: { id } })).state).toBe('deactivated');
    await other.call(people.reactivate, { params: { id }, body: {} });
    await choose('form', other);
    // Deactivation has ended the organiser's sessions.
    await organiser.send(signIn(organiser.email));
    await unlink();
  });

  it('lets organisers, but not participants, sign in with a password if no organiser’s provider is configured any more', async () => {
    await link(organiser);
    await choose('providers');
    await app.database.db.updateTable('identities').set({ issuer: 'https://login.gone.example' }).execute();
    expect(await passwordUsers()).toBe('organisers');
    expect((await answerTo(organiser.email)).statusCode).toBe(200);
    expect((await answerTo(participant.email)).json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining('Only organisers'),
    });
    const late = { body: newPerson({ email: 'late@example.com' }) };
    expect((await app.browser().refused(accounts.signUp, late)).status).toBe(404);
    await choose('form');
    await unlink();
  });

  it('cannot be saved concurrently with a demotion of the last organiser who can sign in', async () => {
    await link(organiser);
    const id = idOf(organiser);
    const [item, changed] = await Promise.all([
      other.call(people.one, { params: { id } }),
      body(other, 'providers'),
    ]);
    const answers = await Promise.all([
      other.send({ method: 'PUT', url: '/platform/api/management/settings/1', payload: changed }),
      other.send({
        method: 'PUT',
        url: `/platform/api/management/people/${id}`,
        payload: { ...item, role: 'participant' },
      }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await passwordUsers()).not.toBe('organisers');
  });
});
