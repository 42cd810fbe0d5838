import type { Answer } from './answer.ts';
import type { Phase, Traffic } from './traffic.ts';

/** The limit for response times, in milliseconds: 5 s, plus a margin for a busy machine. */
const longest = 7_000;
/**
 * The limit for the response times of requests that need no database, in milliseconds. The limit is below the
 * database's timeout, because these requests must not wait for the database.
 */
const longestLivenessCheck = 4_000;

/** Finds the problems with the responses; returns one line per kind. */
export function mistakesOf({ answers, phases }: Pick<Traffic, 'answers' | 'phases'>): string[] {
  const start = phases[0]?.since ?? 0;
  const mistakes = new Map<string, Answer[]>();
  for (const answer of answers) {
    const mistake = mistakeOf(answer, phasesDuring(answer, phases));
    if (mistake) mistakes.set(mistake, [...(mistakes.get(mistake) ?? []), answer]);
  }
  return [...mistakes].map(([mistake, found]) => {
    const at = ({ begin }: Answer) => `${((begin - start) / 1000).toFixed(1)} s`;
    const [first, last] = [found[0], found.at(-1)] as [Answer, Answer];
    const slowest = Math.max(...found.map(({ begin, end }) => end - begin));
    const responseText = first.responseText ? `; the first said: ${first.responseText}` : '';
    return `${found.length} × ${mistake}, sent between ${at(first)} and ${at(last)}, slowest ${(slowest / 1000).toFixed(1)} s${responseText}`;
  });
}

function phasesDuring({ begin, end }: Answer, phases: Traffic['phases']): Set<Phase> {
  const during = phases.filter(
    ({ since }, index) => since <= end && (phases[index + 1]?.since ?? Number.POSITIVE_INFINITY) >= begin,
  );
  return new Set(during.map(({ phase }) => phase));
}

function mistakeOf(answer: Answer, during: Set<Phase>): string | undefined {
  const { what, kind, status, begin, end, retryAfter } = answer;
  if (during.has('broken') && status === undefined) return undefined;
  const limit = kind === 'liveness' ? longestLivenessCheck : longest;
  if (status === undefined) return `${what} got no answer`;
  const isWell = status === (kind === 'log' ? 201 : 200);
  const isAway = status === 503 && kind !== 'liveness' && (during.has('away') || during.has('broken'));
  if (!isWell && !isAway)
    return `${what} was answered with ${status} ${during.has('quiet') && during.size === 1 ? 'without a fault' : 'instead of 503'}`;
  if (status === 503 && !what.endsWith('/readyz') && !(Number(retryAfter) > 0))
    return `${what} was answered with 503 without Retry-After`;
  if (end - begin > limit) return `${what} was answered (${status}) after more than ${limit / 1000} s`;
  return undefined;
}

/** Summarises how many responses had which status. */
export function countsOf(answers: Answer[]): string {
  const of = (status: number | undefined) =>
    answers.filter((one) => one.kind === 'log' && one.status === status);
  const parts = [...new Set(answers.filter(({ kind }) => kind === 'log').map(({ status }) => status))].map(
    (status) => `${of(status).length} × ${status ?? 'no answer'}`,
  );
  return parts.join(', ');
}
