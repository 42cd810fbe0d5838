import { HttpError } from 'react-admin';
import { creationKeys } from '../../contract/kit/creation-keys.ts';
import type { Answer, CallInput, Operation } from '../../contract/kit/operation.ts';
import type { Problem } from '../../contract/kit/problem.ts';
import { basePath } from './page.ts';
import { signedInAgain } from './session.ts';

type Parts = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;

/**
 * Calls an operation of the API and returns its answer. Where the session has ended, the person signs in again first.
 * Throws an HttpError with the server's sentence, and with its violations for the fields of a form.
 */
export async function call<Op extends Operation>(op: Op, input: CallInput<Op>): Promise<Answer<Op>> {
  return send(op.method, ...partsOf(op, input)) as Promise<Answer<Op>>;
}

/** The same, and a 401 is thrown as any other refusal. */
export async function callOnce<Op extends Operation>(op: Op, input: CallInput<Op>): Promise<Answer<Op>> {
  return request(op.method, ...partsOf(op, input)) as Promise<Answer<Op>>;
}

function partsOf<Op extends Operation>(op: Op, input: CallInput<Op>) {
  const { params = {}, query = {}, body } = input as Parts;
  const path = op.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  return [path, query, body] as const;
}

/** Sends to an address below the base path. Throws as `call` does. */
export async function send(
  method: string,
  path: string,
  query: Record<string, unknown> = {},
  body?: object | FormData,
): Promise<unknown> {
  try {
    return await request(method, path, query, body);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401 || !(await signedInAgain())) throw error;
    return request(method, path, query, body);
  }
}

const keys = creationKeys();

async function request(
  method: string,
  path: string,
  query: Record<string, unknown> = {},
  body?: object | FormData,
): Promise<unknown> {
  const words = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(words.map(([name, value]) => [name, String(value)])).toString();
  const isForm = body instanceof FormData;
  const creation = method === 'POST' && !isForm ? `${path}${search} ${JSON.stringify(body)}` : undefined;
  const response = await fetch(basePath.slice(0, -1) + path + (search && `?${search}`), {
    method,
    headers: {
      accept: 'application/ld+json, application/json',
      'accept-language': document.documentElement.lang,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(creation ? { 'idempotency-key': keys.keyOf(creation) } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new HttpError('ra.notification.offline', 0);
  });
  if (creation) keys.answered(creation, response.status);
  if (!response.ok) throw await failureOf(response);
  return response.status === 204 ? undefined : response.json();
}

/** What a failed answer says; the violations under the names of the fields, as forms show them. */
async function failureOf(response: Response): Promise<HttpError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const errors: Record<string, unknown> = {};
  for (const { propertyPath, message } of problem.violations ?? [])
    put(errors, propertyPath.split('.'), message);
  const message = problem.violations?.length ? 'ra.message.invalid_form' : problem.detail;
  return new HttpError(message ?? 'ra.page.error', response.status, { errors });
}

/** Puts a message at a path of an object, behind what is there already. */
function put(target: Record<string, unknown>, [name = 'root', ...rest]: string[], message: string): void {
  if (rest.length === 0) target[name] = target[name] ? `${target[name]}\n${message}` : message;
  else {
    const inner = typeof target[name] === 'object' ? (target[name] as Record<string, unknown>) : {};
    target[name] = inner;
    put(inner, rest, message);
  }
}
