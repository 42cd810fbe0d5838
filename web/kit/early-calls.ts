import { timeZone } from '../../api-client/formats.ts';
import { basePath, pageLanguage, session } from './page.ts';

/** How long early responses may be used, in milliseconds since the page was opened. */
const usedFor = 10_000;

const isDashboard = session === 'signed-in' && location.pathname === basePath;

/** The paths of the calls that the first screen makes, with their queries. */
const paths = [
  '/platform/api/configs',
  `/translations/${pageLanguage}`,
  ...(session === 'signed-in'
    ? ['/platform/api/person_infos/me', `/global-challenge-menu?locale=${pageLanguage}`]
    : []),
  ...(isDashboard ? ['/platform/api/activities?page=1&itemsPerPage=10'] : []),
];

/** Returns the headers of every call in a language: accepted formats, language and time zone. */
export const headersIn = (language: string) => ({
  accept: 'application/ld+json, application/json',
  'accept-language': language,
  'time-zone': timeZone(),
});

/**
 * The responses to the calls, by address. This module makes these calls while the browser is still loading the
 * libraries, so it must not import anything large.
 */
const answers = new Map<string, Promise<Response>>();
let isOutdated = false;

function makeCall(path: string): Promise<Response> {
  const address = basePath.slice(0, -1) + path;
  const answer = fetch(address, { headers: headersIn(pageLanguage) });
  // Prevents an unhandled rejection; the caller that takes the response handles the failure.
  answer.catch(() => undefined);
  answers.set(address, answer);
  return answer;
}

for (const path of paths) makeCall(path);
if (isDashboard) callForChallenge().catch(() => undefined);

/** Makes the calls for the current challenge, and then those for its progress and its numbers. */
async function callForChallenge(): Promise<void> {
  const current = await makeCall('/platform/api/challenges/current');
  if (!current.ok || isOutdated) return;
  const { uuid } = (await current.clone().json()) as { uuid: string };
  for (const name of ['challenge_progresses', 'challenge_statss']) makeCall(`/platform/api/${name}/${uuid}`);
}

/**
 * Returns the response to an early call. Each response is returned only once, because it soon becomes
 * outdated.
 */
export function consumeEarlyResponse(address: string): Promise<Response> | undefined {
  const answer = performance.now() < usedFor ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}

/** Forgets all responses to early calls, because the person is about to change something. */
export function forgetEarlyResponses(): void {
  isOutdated = true;
  answers.clear();
}
