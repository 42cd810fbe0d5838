import { HttpError } from 'react-admin';
import * as client from '../../api-client/request.ts';
import type { Answer, CallInput, Operation } from '../../contract/kit/operation.ts';
import { basePath } from './page.ts';
import { signedInAgain } from './session.ts';

/**
 * Calls an operation of the API and returns the response body. If the session has ended, waits until the person has
 * signed in again. Throws an HttpError with the server's message and the violations for the fields of a form.
 */
export const call = <Op extends Operation>(op: Op, input: CallInput<Op>): Promise<Answer<Op>> =>
  signedIn(() => callOnce(op, input));

/** Does the same as `call`, but throws an HttpError even for a 401, instead of waiting for a new sign-in. */
export const callOnce = <Op extends Operation>(op: Op, input: CallInput<Op>): Promise<Answer<Op>> =>
  request(op.method, client.addressOf(basePath, op, input), client.bodyOf(input)) as Promise<Answer<Op>>;

/** Sends a request to a path below the base path. Throws the same errors as `call`. */
export function send(
  method: string,
  path: string,
  query: Record<string, unknown> = {},
  body?: object | FormData,
): Promise<unknown> {
  return signedIn(() => request(method, basePath.slice(0, -1) + client.withQuery(path, query), body));
}

/** Makes a call. If the session has ended, repeats the call after the person has signed in again. */
async function signedIn<Result>(make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401 || !(await signedInAgain())) throw error;
    return make();
  }
}

async function request(method: string, address: string, body: unknown): Promise<unknown> {
  const headers = { 'accept-language': document.documentElement.lang };
  const response = await client.request(method, address, body, headers).catch(() => {
    throw new HttpError('ra.notification.offline', 0);
  });
  if (!response.ok) throw await failureOf(response);
  return response.status === 204 ? undefined : response.json();
}

/** Converts a failed response to an HttpError, with the violations by field name as react-admin's forms expect. */
async function failureOf(response: Response): Promise<HttpError> {
  const problem = await client.problemIn(response);
  const errors: Record<string, unknown> = {};
  for (const { propertyPath, message } of problem.violations ?? [])
    put(errors, propertyPath.split('.'), message);
  const message = problem.violations?.length ? 'ra.message.invalid_form' : problem.detail;
  return new HttpError(message ?? 'ra.page.error', response.status, { errors });
}

/** Adds a message at a path in an object, after the messages that are already there. */
function put(target: Record<string, unknown>, [name = 'root', ...rest]: string[], message: string): void {
  if (rest.length === 0) target[name] = target[name] ? `${target[name]}\n${message}` : message;
  else {
    const inner = typeof target[name] === 'object' ? (target[name] as Record<string, unknown>) : {};
    target[name] = inner;
    put(inner, rest, message);
  }
}
