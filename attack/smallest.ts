import type { Case } from './cases.ts';

/** The maximum number of attempts to shrink a request; each attempt makes a call. */
const mostTries = 60;

/** Shrinks a request as far as possible while `isSame` still holds. */
export async function smallest(request: Case, isSame: (other: Case) => Promise<boolean>): Promise<Case> {
  let best = request;
  let tries = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const other of smaller(best)) {
      tries += 1;
      if (tries > mostTries) return best;
      if (!(await isSame(other))) continue;
      best = other;
      isSmaller = true;
      break;
    }
  }
  return best;
}

/**
 * Returns all variants of a request that lack one part: a header, a parameter, a field of the body or half of a long
 * text.
 */
function* smaller(request: Case): Generator<Case> {
  const { headers, url, payload } = request;
  for (const name of Object.keys(headers)) {
    if (name === 'content-type') continue;
    const { [name]: _, ...others } = headers;
    yield { ...request, headers: others };
  }
  const [path = '', query] = url.split('?', 2);
  const pairs = query?.split('&') ?? [];
  for (const pair of pairs) {
    const left = pairs.filter((one) => one !== pair).join('&');
    yield { ...request, url: left ? `${path}?${left}` : path };
  }
  if (typeof payload !== 'string') return;
  const body = read(payload);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  for (const less of lessOf(body as Record<string, unknown>))
    yield { ...request, payload: JSON.stringify(less) };
}

function* lessOf(body: Record<string, unknown>): Generator<Record<string, unknown>> {
  for (const [name, value] of Object.entries(body)) {
    const { [name]: _, ...others } = body;
    yield others;
    if (typeof value === 'string' && value.length > 40)
      yield { ...body, [name]: value.slice(0, Math.ceil(value.length / 2)) };
    if (Array.isArray(value) && value.length > 1)
      for (const one of value.slice(0, 5)) yield { ...body, [name]: [one] };
    if (Array.isArray(value) && value.length === 1 && isRecord(value[0]))
      for (const less of lessOf(value[0])) yield { ...body, [name]: [less] };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
