import { parseJson } from './exact-json.ts';
import { ProviderError } from './provider-error.ts';

/** A call to a service; `form` and `json` are alternative bodies. */
export interface ServiceCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: object;
  /** The timeout in milliseconds, if shorter than usual. */
  deadline?: number;
}

export interface ServiceAnswer {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if it is invalid. */
  body: unknown;
}

/** Services answer within seconds; longer waits would delay everybody else's workouts. In milliseconds. */
const deadline = 20_000;

/** A list of two hundred activities has at most a megabyte; sixteen times that is no valid answer. */
const longestAnswer = 16 * 1024 * 1024;

/**
 * Calls a service. Returns any answer below 500; throws a ProviderError `down` if it cannot be reached in time, fails
 * itself, or never ends its answer. Redirects are not followed, so that tokens only go where they are meant to.
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
    if (response.status >= 500) throw new ProviderError('down', `${host} answers ${response.status}`);
    return { status: response.status, headers: response.headers, body: parseJson(text) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('down', `${host} does not answer`, { cause: error });
  }
}

async function textOf({ body, url }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > longestAnswer)
      throw new ProviderError('down', `${new URL(url).host} did not finish its answer in time`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
