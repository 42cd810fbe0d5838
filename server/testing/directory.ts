import type { InjectOptions } from 'fastify';
import { createToken, scimPath } from '../../contract/managed/provisioning.ts';
import type { Browser, TestApp } from './test-app.ts';

/** A company's directory, which speaks SCIM with an app under test. */
export interface TestDirectory {
  /** Sends a request and returns its status, headers and body. */
  send(
    method: InjectOptions['method'],
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests look at parts of any resource
  ): Promise<{ status: number; headers: Record<string, unknown>; body: any }>;
  /** Creates the user `name`@corp.example; returns the id. */
  user(name: string, more?: object): Promise<string>;
  /** Creates a group with these members; returns the id. */
  group(displayName: string, members?: string[]): Promise<string>;
  token: string;
}

/** Creates a token and returns a directory that uses it. */
export async function testDirectory(app: TestApp, organiser: Browser): Promise<TestDirectory> {
  const { token = '' } = await organiser.call(createToken, { body: { name: 'Our directory' } });
  const send: TestDirectory['send'] = async (method, path, body, headers = {}) => {
    const response = await app.app.inject({
      ...(method ? { method } : {}),
      url: `${app.basePath.slice(0, -1)}${scimPath}${path}`,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? undefined : response.json(),
    };
  };
  const created = async (path: string, body: object) => {
    const { status, body: resource } = await send('POST', path, body);
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(resource)}`);
    return String(resource.id);
  };
  return {
    token,
    send,
    user: (name, more = {}) =>
      created('/Users', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `${name}@corp.example`,
        name: { givenName: name, familyName: 'Peeters' },
        ...more,
      }),
    group: (displayName, members = []) =>
      created('/Groups', { displayName, members: members.map((value) => ({ value })) }),
  };
}
