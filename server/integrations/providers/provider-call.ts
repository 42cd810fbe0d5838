import { parseJson } from './exact-json.ts';
import { ProviderError } from './provider-error.ts';

/** A call to a service. The body is either `form` or `json`. */
export interface ServiceCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: object;
  /** The time limit in milliseconds, if shorter than usual. */
  deadline?: number;
}

export interface ServiceAnswer {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if the response is not valid JSON. */
  body: unknown;
}

/**
 * The time limit for a call, in milliseconds. Services respond within seconds; waiting longer would delay other
 * people's workouts.
 */
const deadline = 20_000;

/**
 * The maximum size of a response. A list of 200 activities takes up at most one megabyte, so a response of more than 16
 * megabytes is not valid.
 */
const longestAnswer = 16 * 1024 * 1024;

/**
 * Calls a service. Returns any response with a status below 500. Throws a ProviderError `down` if the service cannot be
 * reached in time, fails, or does not complete its response. Does not follow redirects, so that tokens are sent only to
 * the intended host.
 */
export async function callService(address: string, call: ServiceCall = {}): Promise<ServiceAnswer> {
  const { host } = new URL(address);
  try {
    const response = await fetch(address, {
      method: call.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(call.json ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      ...(call.form ? { body: new URLSearchParams(call.form) } : {}),
      ...(call.json ? { body: JSON.stringify(call.json) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(call.deadline ?? deadline),
    });
    const text = await textOf(response);
    if (response.status >= 500) throw new ProviderError('down', `${host} responded with ${response.status}`);
    return { status: response.status, headers: response.headers, body: parseJson(text) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('down', `${host} does not respond`, { cause: error });
  }
}

async function textOf({ body, url }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > longestAnswer)
      throw new ProviderError('down', `${new URL(url).host} sent a response of more than 16 megabytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
