import { type CreationKeys, creationKeys } from '../contract/kit/creation-keys.ts';
import type { CallInput, Operation } from '../contract/kit/operation.ts';
import type { Problem } from '../contract/kit/problem.ts';

type Values = Record<string, unknown>;
type Parts = Partial<Record<'params' | 'query' | 'body', Values>>;

/** Returns the body of an operation's input. */
export const bodyOf = (input: object) => (input as Parts).body;

/** Returns the address of an operation below `basePath`, with its parameters and its query. */
export function addressOf<Op extends Operation>(basePath: string, op: Op, input: CallInput<Op>): string {
  const { params = {}, query = {} } = input as Parts;
  const path = op.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  return basePath.slice(0, -1) + withQuery(path, query);
}

/** Returns a path with its query; leaves out empty values. */
export function withQuery(path: string, query: Values): string {
  const given = Object.entries(query).filter(
    ([, value]) => ![undefined, null, ''].includes(value as undefined),
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return path + (search && `?${search}`);
}

const keysOfPage = creationKeys();

/**
 * How long after a write, in milliseconds, the browser asks for responses that include the write. Otherwise, the server
 * might send a cached response for up to a quarter of a second, if it is busy or another server has done the write.
 */
const askedFreshFor = 1000;

let wroteAt = Number.NEGATIVE_INFINITY;

/**
 * Sends a call and returns the response, whatever its status. A call that creates something gets its
 * idempotency key from `keys`. Throws what `fetch` throws if the server cannot be reached.
 */
export async function request(
  method: string,
  address: string,
  body: unknown,
  headers: Record<string, string>,
  keys: CreationKeys = keysOfPage,
): Promise<Response> {
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const creation = method === 'POST' && !(body instanceof FormData) ? `${address} ${sent}` : undefined;
  const isFresh = method === 'GET' && performance.now() - wroteAt < askedFreshFor;
  const response = await fetch(address, {
    method,
    headers: {
      accept: 'application/ld+json, application/json',
      ...headers,
      ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(isFresh ? { 'cache-control': 'no-cache' } : {}),
      ...(creation ? { 'idempotency-key': keys.keyOf(creation) } : {}),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  if (method !== 'GET') wroteAt = performance.now();
  if (creation) keys.answered(creation, response.status);
  return response;
}

/** Returns the problem document in a failed response; empty if the response contains none. */
export const problemIn = async (response: Response) =>
  (await response.json().catch(() => ({}))) as Partial<Problem> & Record<string, unknown>;
