import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type TestApp, testApp } from './testing/test-app.ts';

const page = readFileSync('docs/developers/api.md', 'utf8');

/** The examples on the page: a call with curl, and the response that the page shows below it. */
const examples = [
  ...page.matchAll(/^```sh\n(?<call>curl [\s\S]*?)```\s+```http\n(?<answer>[\s\S]*?)```/gm),
].map(({ groups }) => ({ call: groups?.call ?? '', answer: groups?.answer ?? '' }));

let app: TestApp;
/**
 * The shell variables in the examples. As on the page, later variables take their values from earlier
 * responses.
 */
const variables: Record<string, string> = {};
/** The cookies that `curl` would store in a file. */
let cookies = '';
/**
 * Maps each identifier on the page to the real one. An identifier must refer to the same resource in all
 * examples.
 */
const identifiers = new Map<string, string>();

beforeAll(async () => {
  app = await testApp({ basePath: '/challenge/' });
  await app.database.db
    .insertInto('sports')
    .values({ name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 })
    .execute();
  await app.database.db
    .insertInto('sport_labels')
    .values({ sport_id: 3, language: 'en', label: 'Cycling' })
    .execute();
  variables.HOST = await app.app.listen({ host: '127.0.0.1', port: 0 });
  variables.CHALLENGE = `${variables.HOST}/challenge`;
  const person = newPerson({ email: 'participant@example.com', password: 'a long one' });
  const signUp = await fetch(`${variables.CHALLENGE}/platform/api/sign_up_requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  expect(signUp.status).toBe(201);
  // A second activity, so that lists have a second page.
  const other = await app.participant();
  const url = '/challenge/platform/api/activities';
  const sport = '/challenge/platform/api/sports/1';
  const payload = { performedAt: '2026-11-19', sport, amountType: 'steps', steps: 900 };
  expect((await other.send({ method: 'POST', url, payload })).statusCode).toBe(201);
});
afterAll(() => app.close());

it('every example has a call and a response', () => {
  expect(examples.length).toBeGreaterThan(10);
  expect(page.match(/^```http/gm)).toHaveLength(examples.length);
});

// The examples run in the order of the page, because later ones use the responses to earlier ones.
it.each(examples)('$call responds as documented', async ({ call, answer }) => {
  const [head = '', text = ''] = answer.split('\n\n', 2);
  const [first = '', ...headers] = head.split('\n');
  const response = await run(call);
  expect(`HTTP/1.1 ${response.status} ${response.statusText}`).toBe(first);
  for (const header of headers) {
    const [name = '', value] = header.split(': ');
    expect(response.headers.get(name)).toBe(value);
  }
  const body = await response.json();
  expectShape(body, JSON.parse(text));
  variables.SPORT ??= body['hydra:member']?.[0]['@id'];
  variables.NEXT ??= body['hydra:view']?.['hydra:next'];
  variables.TOKEN ??= body.token;
});

/** Sends the request that `curl` would send. */
async function run(call: string): Promise<Response> {
  const [, ...args] = argsOf(call);
  const headers: Record<string, string> = {};
  let [address, body, keeps]: [string, string | undefined, boolean] = ['', undefined, false];
  for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
    if (arg === '-c') keeps = args.shift() === 'cookies.txt';
    else if (arg === '-b' && args.shift() === 'cookies.txt') headers.cookie = cookies;
    else if (arg === '-H') {
      const [name = '', value = ''] = args.shift()?.split(': ') ?? [];
      headers[name] = value;
    } else if (arg === '--json') {
      body = args.shift() ?? '';
      Object.assign(headers, { 'content-type': 'application/json', accept: 'application/json' });
    } else if (arg.startsWith('http')) address = arg;
    else throw new Error(`this test does not support the argument ${arg} in: ${call}`);
  }
  const response = await fetch(address, body === undefined ? { headers } : { method: 'POST', headers, body });
  if (keeps)
    cookies = response.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
  return response;
}

/** Splits a command like a shell: quotes, variables and continued lines. */
function argsOf(command: string): string[] {
  const filled = (text: string) =>
    text.replace(/\$([A-Z]+)/g, (_, name) => variables[name] ?? expect.fail(`$${name} has no value yet`));
  const parts = /(?:'[^']*'|"[^"]*"|[^\s'"\\])+/g;
  return [...command.replace(/\\\n/g, ' ').matchAll(parts)].map(([arg]) =>
    arg.replace(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, exact, quoted, bare) => exact ?? filled(quoted ?? bare)),
  );
}

/** Values that the page shows exactly as the server sends them. */
const exact =
  /^(@type|status|title|detail|code|message|propertyPath|outcome|externalId|challengeKms|time|type)$/;

/** Expects a value to have every documented field, with a value of the documented type. */
function expectShape(real: unknown, shown: unknown, path = ''): void {
  if (Array.isArray(shown)) {
    expect(Array.isArray(real), path).toBe(true);
    for (const [index, one] of shown.entries())
      expectShape((real as unknown[])[index], one, `${path}[${index}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown)) {
      const inner = (real as Record<string, unknown>)?.[key];
      if (/^(@id|uuid)$/.test(key)) {
        expect(identifiers.get(String(value)) ?? inner, path).toBe(inner);
        identifiers.set(String(value), String(inner));
      }
      if (exact.test(key) && !path.includes('performer')) expect(inner, `${path}.${key}`).toEqual(value);
      expectShape(inner, value, `${path}.${key}`);
    }
  } else expect(shown === null ? real : typeof real, path).toBe(shown === null ? null : typeof shown);
}
