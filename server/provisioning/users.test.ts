import SCIMMY from 'scimmy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as managed from '../../contract/managed/people.ts';
import * as provisioning from '../../contract/managed/provisioning.ts';
import * as security from '../../contract/managed/security-events.ts';
import { settings } from '../../contract/managed/settings.ts';
import * as people from '../../contract/people.ts';
import { type TestDirectory, testDirectory } from '../testing/directory.ts';
import { type Browser, idOf, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser & { iri: string; email: string };
let directory: TestDirectory;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  directory = await testDirectory(app, organiser);
});
afterAll(() => app.close());

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const patch = (id: string, ...operations: object[]) =>
  directory.send('PATCH', `/Users/${id}`, patchOf(...operations));
const personOf = (id: string) => organiser.call(managed.one, { params: { id: Number(id) } });
const found = async (filter: string) => {
  const { body } = await directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
  return body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0]);
};

describe('the SCIM interface', () => {
  it('describes itself', async () => {
    const config = await directory.send('GET', '/ServiceProviderConfig');
    expect(config).toMatchObject({
      status: 200,
      body: { patch: { supported: true }, etag: { supported: true } },
    });
    expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    const types = await directory.send('GET', '/ResourceTypes');
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      '/Users',
      '/Groups',
    ]);
    const { body } = await directory.send('GET', '/Schemas');
    expect(body.totalResults).toBe(3);
    for (const { meta, id } of body.Resources) {
      const { pathname } = new URL(meta.location);
      expect((await directory.send('GET', pathname.replace(provisioning.scimPath, ''))).body.id).toBe(id);
    }
    expect((await directory.send('GET', '/Schemas/nothing')).status).toBe(404);
  });

  it('sends responses that another vendor’s library can parse', async () => {
    const id = await directory.user('scimmy', { externalId: 'x', [enterprise]: { department: 'IT' } });
    const group = await directory.group('Readable', [id]);
    const read = async (path: string) => (await directory.send('GET', path)).body;
    SCIMMY.Schemas.User.extend(SCIMMY.Schemas.EnterpriseUser.definition as never, false);
    const users = new SCIMMY.Messages.ListResponse(await read('/Users'));
    for (const user of users.Resources)
      expect(new SCIMMY.Schemas.User(user)).toMatchObject({ id: user.id, userName: user.userName });
    expect(users.Resources.length).toBe(users.totalResults);
    const { meta: _meta, ...shown } = await read(`/Groups/${group}`);
    expect(new SCIMMY.Schemas.Group(shown)).toMatchObject({
      displayName: 'Readable',
      members: [{ value: id }],
    });
    expect(new SCIMMY.Schemas.ServiceProviderConfig(await read('/ServiceProviderConfig'))).toMatchObject({
      patch: { supported: true },
    });
    for (const type of (await read('/ResourceTypes')).Resources)
      expect(new SCIMMY.Schemas.ResourceType(type)).toMatchObject({ endpoint: type.endpoint });
    const wrong = await directory.send('GET', '/Users?filter=x');
    expect(() => new SCIMMY.Messages.ErrorResponse(wrong.body)).toThrow(wrong.body.detail);
  });

  it('accepts only tokens that organisers have created and not revoked', async () => {
    const { uuid, token } = await organiser.call(provisioning.createToken, { body: { name: 'New' } });
    const status = async (given: string) =>
      (await directory.send('GET', '/Users?count=0', undefined, { authorization: given })).status;
    expect(await status(`Bearer ${token}`)).toBe(200);
    expect(await status(`Bearer ${directory.token}`)).toBe(200);
    const list = await organiser.call(provisioning.listTokens, {});
    expect(list['hydra:member'][0]).toMatchObject({ name: 'New', createdBy: 'Organiser Dubois' });
    expect(JSON.stringify(list)).not.toContain(token);
    await organiser.call(provisioning.revokeToken, { params: { uuid } });
    expect(await status(`Bearer ${token}`)).toBe(401);
    expect(await status('Basic abc')).toBe(401);
    expect(await status(`Bearer ${directory.token}`)).toBe(200);
    const kinds = await organiser.call(security.list, {
      query: { personId: idOf(organiser), itemsPerPage: 100 },
    });
    const logged = kinds['hydra:member']
      .filter(({ detail }) => detail === 'provisioning')
      .map(({ kind }) => kind);
    expect(logged).toEqual(expect.arrayContaining(['token-made', 'token-ended']));
  });

  it('limits wrong tokens per network, but never refuses a valid token', async () => {
    const statuses = [];
    for (let times = 0; times < 55; times += 1)
      statuses.push(
        (await directory.send('GET', '/Users?count=0', undefined, { authorization: 'Bearer x' })).status,
      );
    expect(statuses.at(-1)).toBe(429);
    expect((await directory.send('GET', '/Users?count=0')).status).toBe(200);
  });
});

describe('a provisioned person', () => {
  it('needs no guest code, gets no email, and is returned as sent', async () => {
    const sent = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
      userName: 'ada.l@corp.example',
      externalId: '00u1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [
        { value: 'home@private.example', type: 'home' },
        { value: 'ada@corp.example', type: 'work', primary: true },
      ],
      addresses: [{ type: 'work', locality: 'Gent' }],
      preferredLanguage: 'fr-BE',
      active: true,
      title: 'Countess',
      password: 'ignored',
      [enterprise]: { department: 'Finance', employeeNumber: '7' },
    };
    const { status, headers, body } = await directory.send('POST', '/Users', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userName: 'ada.l@corp.example',
      externalId: '00u1',
      emails: [{ value: 'ada@corp.example', type: 'work', primary: true }],
      addresses: [{ type: 'work', locality: 'Gent' }],
      active: true,
      preferredLanguage: 'fr',
      [enterprise]: { department: 'Finance' },
      meta: { resourceType: 'User', location: headers.location, version: headers.etag },
    });
    expect(await directory.send('GET', `/Users/${body.id}`)).toMatchObject({ status: 200, body });
    const known = { 'if-none-match': String(headers.etag) };
    expect((await directory.send('GET', `/Users/${body.id}`, undefined, known)).status).toBe(304);
    expect(await personOf(body.id)).toMatchObject({
      ...{ state: 'waiting', provisioned: true, department: 'Finance', location: 'Gent' },
      ...{ role: 'participant', guestCode: null },
    });
    const mails = await app.database.db.selectFrom('mails').select('id').execute();
    expect(mails).toEqual([]);
  });

  it('gets an invitation only if the settings say so', async () => {
    const params = { id: 1 };
    const before = await organiser.call(settings.one, { params });
    await organiser.call(settings.replace, { params, body: { ...before, provisioningInvites: true } });
    const id = await directory.user('invited');
    await directory.user('inactive', { active: false });
    const after = await organiser.call(settings.one, { params });
    await organiser.call(settings.replace, { params, body: { ...after, provisioningInvites: false } });
    const mails = await app.database.db.selectFrom('mails').select(['person_id', 'kind']).execute();
    expect(mails).toEqual([{ person_id: Number(id), kind: 'invite' }]);
  });

  it('can be found by the attributes with which directories match people', async () => {
    const id = await directory.user('Filtered', {
      externalId: 'ext-9',
      emails: [{ value: 'f@corp.example' }],
    });
    for (const filter of [
      'userName eq "FILTERED@corp.example"',
      'UserName Eq "filtered@corp.example"',
      'externalId eq "ext-9"',
      `id eq "${id}"`,
      'emails.value eq "F@corp.example"',
      'emails[type eq "work"].value eq "f@corp.example"',
      'emails[value eq "f@corp.example"]',
      'displayName eq "filtered peeters"',
      'userName sw "filtered" and active eq true',
      'name.familyName eq "Peeters" and not (userName sw "i") and userName co "ilt"',
      'externalId pr and userName ew "corp.example" and userName sw "f"',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "filtered@corp.example"',
    ])
      expect(await found(filter), filter).toEqual(['Filtered']);
    expect(await found('userName eq "nobody@corp.example"')).toEqual([]);
    expect(await found('externalId eq "EXT-9"')).toEqual([]);
    // The directory does not see accounts that it does not provision.
    expect(await found(`emails.value eq "${organiser.email}"`)).toEqual([]);
    const page = await directory.send('GET', '/Users?startIndex=2&count=1&attributes=userName');
    expect(page.body).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    expect(Object.keys(page.body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
    const none = await directory.send('GET', '/Users?count=0&startIndex=-3');
    expect(none.body).toMatchObject({ Resources: [], itemsPerPage: 0, startIndex: 1 });
    expect(none.body.totalResults).toBeGreaterThan(1);
  });

  it.each([
    ['no operator', 'userName'],
    ['an unknown attribute', 'shoeSize eq 4'],
    ['a JavaScript property name', 'constructor eq "x"'],
    ['an unclosed quotation mark', 'userName eq "x'],
    ['deeply nested brackets', '('.repeat(900)],
    ['a long text', `userName eq "${'x'.repeat(2000)}"`],
    ['SQL', `userName eq "x"; drop table people`],
  ])('cannot be found by a filter with %s', async (_, filter) => {
    const { status, body } = await directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ scimType: 'invalidFilter', status: '400' });
  });

  it('can be changed by requests like those of Microsoft Entra ID', async () => {
    const id = await directory.user('entra');
    const { status, body } = await patch(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'entra.new@corp.example' },
      { op: 'Add', path: 'name.familyName', value: 'Janssens' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Antwerpen' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '0470' },
      { op: 'Replace', path: 'externalId', value: 'entra-1' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      emails: [{ value: 'entra.new@corp.example' }],
      name: { familyName: 'Janssens' },
      addresses: [{ locality: 'Antwerpen' }],
      externalId: 'entra-1',
      [enterprise]: { department: 'Sales' },
    });
    expect(body).not.toHaveProperty('phoneNumbers');
    const disabled = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
    expect(disabled.body.active).toBe(false);
    expect(await personOf(id)).toMatchObject({ state: 'deactivated', email: 'entra.new@corp.example' });
    const pathless = { active: 'True', 'name.givenName': 'Elle', [`${enterprise}:department`]: 'HR' };
    const enabled = await patch(id, { op: 'Replace', value: pathless });
    expect(enabled.body).toMatchObject({
      active: true,
      name: { givenName: 'Elle' },
      [enterprise]: { department: 'HR' },
    });
    const removed = await patch(id, { op: 'Remove', path: `${enterprise}:department` });
    expect(removed.body).not.toHaveProperty(enterprise);
    expect(await personOf(id)).toMatchObject({ state: 'waiting', department: null, location: 'Antwerpen' });
  });

  it('can be changed by requests like those of Okta and Keycloak', async () => {
    const id = await directory.user('okta', { externalId: '00u9', [enterprise]: { department: 'IT' } });
    const { body } = await directory.send('GET', `/Users/${id}`);
    const whole = { ...body, name: { givenName: 'Otto', familyName: 'Kta' }, [enterprise]: undefined };
    const replaced = await directory.send('PUT', `/Users/${id}`, whole);
    expect(replaced).toMatchObject({
      status: 200,
      body: { name: { formatted: 'Otto Kta' }, externalId: '00u9' },
    });
    expect(replaced.body).not.toHaveProperty(enterprise);
    const left = await patch(id, { op: 'replace', value: { active: false } });
    expect(left.body.active).toBe(false);
    const back = await directory.send('PUT', `/Users/${id}`, { ...replaced.body, active: true });
    expect(back.body).toMatchObject({ active: true, userName: 'okta@corp.example' });
    const version = String(back.headers.etag);
    const same = await directory.send('PUT', `/Users/${id}`, back.body, { 'if-match': version });
    expect(same).toMatchObject({ status: 200, body: back.body });
    await patch(id, { op: 'replace', path: 'displayName', value: 'ignored' });
    const stale = { 'if-match': 'W/"other"' };
    expect((await directory.send('PUT', `/Users/${id}`, back.body, stale)).status).toBe(412);
    expect((await directory.send('DELETE', `/Users/${id}`, undefined, stale)).status).toBe(412);
  });

  it.each([
    ['a body that is not JSON', 'POST', '/Users', '{"userName":', 400],
    ['no body', 'POST', '/Users', '', 400],
    ['an array as the body', 'POST', '/Users', '[]', 400],
    ['no user name', 'POST', '/Users', '{"name":{"givenName":"A"}}', 400],
    ['no email address', 'POST', '/Users', '{"userName":"just-a-name"}', 400],
    [
      'a name that is an object',
      'POST',
      '/Users',
      '{"userName":"a@corp.example","name":{"givenName":{}}}',
      400,
    ],
    [
      'a name with NUL',
      'POST',
      '/Users',
      '{"userName":"n@corp.example","name":{"givenName":"a\\u0000"}}',
      400,
    ],
    [
      'a long department',
      'POST',
      '/Users',
      `{"userName":"d@corp.example","${enterprise}":{"department":"${'x'.repeat(101)}"}}`,
      400,
    ],
    ['attributes in `__proto__`', 'POST', '/Users', '{"__proto__":{"userName":"p@corp.example"}}', 400],
    [
      'an invalid value of `active`',
      'POST',
      '/Users',
      '{"userName":"u@corp.example","active":"perhaps"}',
      400,
    ],
    ['deep nesting', 'POST', '/Users', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`, 400],
    ['no operations', 'PATCH', '/Users/1', '{}', 400],
    ['an unknown operation', 'PATCH', '/Users/1', '{"Operations":[{"op":"move","path":"active"}]}', 400],
    [
      'an invalid path',
      'PATCH',
      '/Users/1',
      '{"Operations":[{"op":"add","path":"emails[type eq","value":"x"}]}',
      400,
    ],
    [
      'an operation that removes the user name',
      'PATCH',
      '/Users/1',
      '{"Operations":[{"op":"remove","path":"userName"}]}',
      400,
    ],
    [
      'an unknown id',
      'PATCH',
      '/Users/99999',
      '{"Operations":[{"op":"replace","path":"active","value":true}]}',
      404,
    ],
    ['an id that is not a number', 'GET', '/Users/abc', '', 404],
    ['an id that is too large for the database', 'GET', '/Users/99999999999', '', 404],
    ['a path without a resource', 'GET', '/Nothing', '', 404],
    ['the id of an account that is not provisioned', 'DELETE', '/Users/1', '', 404],
    ['another media type', 'POST', '/Users', 'userName=a', 415],
  ] as const)(
    'is not created, changed or found by a request with %s',
    async (name, method, url, payload, status) => {
      const type = name === 'another media type' ? 'text/plain' : 'application/scim+json';
      const before = await rows();
      const response = await app.app.inject({
        method,
        url: `${provisioning.scimPath}${url}`,
        payload,
        headers: { authorization: `Bearer ${directory.token}`, ...(payload ? { 'content-type': type } : {}) },
      });
      expect(response.statusCode, response.body).toBe(status);
      expect(response.json()).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
      });
      expect(response.headers['content-type']).toContain('application/scim+json');
      expect(await rows()).toEqual(before);
      expect(({} as { userName?: string }).userName).toBeUndefined();
    },
  );

  it('has a unique user name and email address, even if two requests arrive concurrently', async () => {
    const user = { userName: 'twin@corp.example', name: { givenName: 'T', familyName: 'W' } };
    const both = await Promise.all([
      directory.send('POST', '/Users', user),
      directory.send('POST', '/Users', user),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ scimType: 'uniqueness' });
    const other = await directory.user('other-twin');
    const taken = { op: 'replace', path: 'emails', value: [{ value: 'TWIN@corp.example', type: 'work' }] };
    expect(await patch(other, taken)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const named = { op: 'replace', path: 'userName', value: 'Twin@corp.example' };
    expect(await patch(other, named)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const guest = await app.participant('Guest');
    const ofGuest = { op: 'replace', path: 'emails', value: guest.email };
    expect(await patch(other, ofGuest)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });
});

describe('an existing account', () => {
  it('is linked by its email address, and stays active', async () => {
    const guest = await app.participant('Guest');
    const user = {
      userName: 'guest-upn',
      emails: [{ value: guest.email.toUpperCase() }],
      name: { givenName: 'Gust', familyName: 'Ay' },
    };
    const { status, body } = await directory.send('POST', '/Users', user);
    expect(status).toBe(201);
    expect(body.id).toBe(String(idOf(guest)));
    expect(await guest.call(people.me, {})).toMatchObject({ givenName: 'Gust' });
    expect(await personOf(body.id)).toMatchObject({ state: 'active', provisioned: true, email: guest.email });
  });

  it('is not linked if it is deactivated, because it may be somebody else’s', async () => {
    const left = await app.participant('Left');
    await organiser.call(managed.deactivate, { params: { id: idOf(left) }, body: {} });
    const { status, body } = await directory.send('POST', '/Users', { userName: left.email });
    expect({ status, type: body.scimType }).toEqual({ status: 409, type: 'uniqueness' });
  });

  it('keeps its email address if it belongs to an organiser, so that nobody with a stolen token can take it over', async () => {
    const boss = await app.organiser();
    const { body } = await directory.send('POST', '/Users', { userName: boss.email });
    const moved = await patch(body.id, { op: 'replace', path: 'emails', value: 'thief@corp.example' });
    expect(moved).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(await personOf(body.id)).toMatchObject({ email: boss.email, role: 'organiser' });
  });
});

describe('data from the directory', () => {
  it('cannot be changed by organisers or by the person', async () => {
    const guest = await app.participant('Sam');
    const { body } = await directory.send('POST', '/Users', {
      userName: guest.email,
      name: { givenName: 'Sam', familyName: 'Dubois' },
    });
    const row = await personOf(body.id);
    const params = { id: row.id };
    for (const [field, value] of [
      ['givenName', 'Sammy'],
      ['email', 'sam@elsewhere.example'],
    ] as const) {
      const refused = await organiser.refused(managed.replace, { params, body: { ...row, [field]: value } });
      expect(refused.violations).toMatchObject([{ propertyPath: field, code: 'person.provisioned' }]);
    }
    await organiser.call(managed.replace, { params, body: { ...row, role: 'moderator' } });
    const own = { surname: 'Dubois', language: 'en' };
    const refused = await guest.refused(accounts.modifyData, { body: { ...own, givenName: 'Sammy' } });
    expect(refused.violations).toMatchObject([{ propertyPath: 'givenName', code: 'person.provisioned' }]);
    await guest.call(accounts.modifyData, {
      body: { ...own, givenName: 'Sam', language: 'nl', nickname: 'Sammy' },
    });
    await directory.send(
      'PATCH',
      `/Users/${body.id}`,
      patchOf({ op: 'replace', path: 'active', value: false }),
    );
    const inactive = await organiser.refused(managed.reactivate, { params, body: {} });
    expect(inactive.status).toBe(409);
  });

  it('does not reactivate somebody whom an organiser has deactivated', async () => {
    const id = await directory.user('blocked');
    await organiser.call(managed.deactivate, { params: { id: Number(id) }, body: {} });
    const { body } = await directory.send('GET', `/Users/${id}`);
    await directory.send('PUT', `/Users/${id}`, {
      ...body,
      active: true,
      displayName: 'B',
      name: { givenName: 'B', familyName: 'C' },
    });
    expect(await personOf(id)).toMatchObject({ state: 'deactivated', givenName: 'B' });
  });
});

/** Returns the row counts of the tables that requests of a directory can change. */
async function rows(): Promise<number[]> {
  const tables = ['people', 'provisioned_people', 'provisioned_groups', 'change_log'] as const;
  const counts = tables.map((table) =>
    app.database.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ count }) => count);
}
