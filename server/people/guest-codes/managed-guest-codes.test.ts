import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as managed from '../../../contract/managed/guest-codes.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp({ publicUrl: 'https://challenge.example/' });
  organiser = await app.organiser();
  await addChallenge(app.database.db, 'on-now', '2026-11-01', '2026-11-30');
});
afterAll(() => app.close());

const open = {
  validFrom: null,
  validUntil: null,
  maximumUses: null,
  allowedMailDomains: [],
  teamId: null,
};
const make = (changes: object) => organiser.call(managed.create, { body: { code: '', ...open, ...changes } });
let signedUp = 0;
const signUp = (guestCode: string, domain = 'example.com') => {
  signedUp += 1;
  return { body: newPerson({ email: `new-${signedUp}@${domain}`, guestCode }) };
};

describe('a guest code', () => {
  it('lets people with addresses in its email domains sign up while it is valid and not used up', async () => {
    const code = await make({
      code: 'Autumn 2026',
      validUntil: '2026-11-30T23:00:00+01:00',
      maximumUses: 1,
      allowedMailDomains: ['Company.example'],
    });
    expect(code).toMatchObject({
      validUntil: '2026-11-30T22:00:00Z',
      allowedMailDomains: ['company.example'],
      uses: 0,
    });
    const visitor = app.browser();
    expect((await visitor.refused(accounts.signUp, signUp('autumn-2026'))).violations?.[0]?.code).toBe(
      'email.otherDomain',
    );
    await visitor.call(accounts.signUp, signUp('autumn-2026', 'company.example'));
    const again = await visitor.refused(accounts.signUp, signUp('autumn-2026', 'company.example'));
    expect(again.violations?.[0]?.code).toBe('guestCode.usedUp');
    const params = { id: code.id };
    const { version, ...used } = await organiser.call(managed.one, { params });
    expect(used.uses).toBe(1);
    const removal = { params, query: { version } };
    expect((await organiser.refused(managed.remove, removal)).status).toBe(409);
  });

  it('is generated if omitted, and can be removed while it is unused', async () => {
    const { id, code, version } = await make({});
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    await organiser.call(managed.remove, { params: { id }, query: { version } });
    expect((await organiser.refused(managed.one, { params: { id } })).status).toBe(404);
  });

  it.each([
    [{ code: 'wel-come' }, 'code', 'guestCode.taken'],
    [{ code: 'a/b' }, 'code', 'guestCode.letters'],
    [{ code: 'X1', validFrom: 'tomorrow' }, 'validFrom', 'moment.invalid'],
    [
      { code: 'X2', validFrom: '2026-12-01T00:00:00Z', validUntil: '2026-11-01T00:00:00Z' },
      'validUntil',
      'moment.beforeStart',
    ],
    [{ code: 'X3', maximumUses: 0 }, 'maximumUses', 'number.outOfRange'],
    [{ code: 'X4', allowedMailDomains: ['a@b.example'] }, 'allowedMailDomains.0', 'guestCode.domain'],
    [{ code: 'X5', teamId: 999 }, 'teamId', 'value.invalid'],
  ])('is refused with a violation on the invalid field: %o', async (changes, propertyPath, code) => {
    const problem = await organiser.refused(managed.create, { body: { ...open, ...changes } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath, code }] });
  });
});

describe('the printed sheet for a guest code', () => {
  it('has the company’s colour, logo and platform name', async () => {
    const { id } = await make({ code: 'Coloured' });
    const url = managed.sheet.path.replace(':id', String(id));
    const body = async () => (await organiser.send({ method: 'GET', url })).body;
    expect(await body()).toContain('<p class="platform">Global Challenge</p>');
    const set = { platformName: 'R&D <roule>', companyColour: '#0b5394', logoLight: 'pictures/1.png' };
    for (const [key, value] of Object.entries(set))
      await app.database.db
        .insertInto('configs')
        .values({ key, value: JSON.stringify(value) })
        .execute();
    expect(await body()).toContain('--signal: #0b5394');
    expect(await body()).toContain('/pictures/1.png" alt="R&amp;D &lt;roule&gt;"');
    await app.database.db.deleteFrom('configs').where('key', 'in', Object.keys(set)).execute();
  });

  it('shows the challenge, code, address and QR code in the request’s language', async () => {
    const { id } = await make({
      code: 'Print & <b>me'.replace(/[&<>]/g, ''),
      validUntil: '2026-11-30T12:00:00Z',
    });
    const url = managed.sheet.path.replace(':id', String(id));
    const sheet = await organiser.send({ method: 'GET', url, headers: { 'accept-language': 'nl' } });
    expect(sheet.headers['content-type']).toContain('text/html');
    expect(sheet.body).toContain('on-now nl');
    expect(sheet.body).toContain('challenge.example/sign-up');
    expect(sheet.body).toMatch(/Van \d+ november 2026 tot en met \d+ november 2026/);
    expect(sheet.body).toContain('30 november 2026');
    expect(sheet.body).toMatch(/<svg[^>]*viewBox/);
    const [, nonce = ''] = /style nonce="([^"]+)"/.exec(sheet.body) ?? [];
    expect(sheet.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect((await organiser.send({ method: 'GET', url: url.replace(/\d+\//, '999/') })).statusCode).toBe(404);
  });
});
