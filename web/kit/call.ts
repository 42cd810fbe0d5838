import i18next from 'i18next';
import * as client from '../../api-client/request.ts';
import type { CreationKeys } from '../../contract/kit/creation-keys.ts';
import type { Answer, CallInput, Operation } from '../../contract/kit/operation.ts';
import type { Violation } from '../../contract/kit/problem.ts';
import { consumeEarlyResponse, forgetEarlyResponses, headersIn } from './early-calls.ts';
import { basePath } from './page.ts';

/** A failed call, with the server's response, or with status 0 if the server could not be reached. */
export class CallFailure extends Error {
  readonly status: number;
  readonly violations: Violation[];
  /** Whether the call needed a session that no longer exists. */
  readonly sessionEnded: boolean;

  constructor(status: number, message: string, violations: Violation[] = [], sessionEnded = false) {
    super(message);
    this.status = status;
    this.violations = violations;
    this.sessionEnded = sessionEnded;
  }
}

/**
 * Calls an operation of the API and returns the response body. Throws a CallFailure with a message in the person's
 * language. A call that creates something gets its idempotency key from `keys`.
 */
export function call<Op extends Operation>(
  op: Op,
  input: CallInput<Op>,
  keys?: CreationKeys,
): Promise<Answer<Op>> {
  return send(op, addressOf(op, input), client.bodyOf(input), keys);
}

/** Returns the URL of a call with its path parameters and query. */
export const addressOf = <Op extends Operation>(op: Op, input: CallInput<Op>): string =>
  client.addressOf(basePath, op, input);

/** Returns the headers of every call, in the app's language. */
export const headersOfCalls = () => headersIn(i18next.language);

/** Calls a URL from an earlier response of the same operation, such as `hydra:next`. */
export function callAddress<Op extends Operation>(op: Op, address: string): Promise<Answer<Op>> {
  return send(op, address, undefined);
}

/** Calls an operation that returns a file, and returns the file and its name. Throws a CallFailure, like `call`. */
export async function callFile(op: Operation): Promise<{ file: Blob; name: string }> {
  const response = await respond(op, basePath.slice(0, -1) + op.path, undefined);
  const disposition = response.headers.get('content-disposition') ?? '';
  const [, name = ''] =
    disposition.match(/filename\*=UTF-8''([^;]+)/) ?? disposition.match(/filename=([^;]+)/) ?? [];
  return { file: await response.blob(), name: decodeURIComponent(name) };
}

async function send<Op extends Operation>(
  op: Op,
  address: string,
  body: unknown,
  keys?: CreationKeys,
): Promise<Answer<Op>> {
  const response = await respond(op, address, body, keys);
  return (response.status === 204 ? undefined : await response.json()) as Answer<Op>;
}

async function respond(
  op: Operation,
  address: string,
  body: unknown,
  keys?: CreationKeys,
): Promise<Response> {
  if (op.method !== 'GET') forgetEarlyResponses();
  const early = op.method === 'GET' ? consumeEarlyResponse(address) : undefined;
  const answer = early ?? client.request(op.method, address, body, headersOfCalls(), keys);
  const response = await answer.catch(() => {
    throw new CallFailure(0, i18next.t('common:offline'));
  });
  if (!response.ok) throw await failureOf(op, response);
  return response;
}

/** Creates a CallFailure; its message is the response's description, title, message or detail, in this order. */
export async function failureOf(op: Operation, response: Response): Promise<CallFailure> {
  const problem = await client.problemIn(response);
  const message = [
    problem['hydra:description'],
    problem.description,
    problem['hydra:title'],
    problem.title,
    problem.message,
    problem.detail,
  ].find((text) => typeof text === 'string' && text !== '');
  return new CallFailure(
    response.status,
    (message as string | undefined) ?? i18next.t('common:errorOccurred'),
    problem.violations ?? [],
    response.status === 401 && op.access === 'participant',
  );
}
