import { timeZone } from '../../api-client/formats.ts';
import type { Challenge } from '../../contract/challenges.ts';
import type { Config } from '../../contract/configs.ts';
import type { PersonInfo } from '../../contract/people.ts';
import { basePath, pageLanguage, session } from './page.ts';

/** How long early responses may be used, in milliseconds since the page was opened. */
const usedFor = 10_000;

/** The address below the base path, without a query. */
export const path = location.pathname.slice(basePath.length);

/** The URL name of the challenge whose complete ranking in all sports is the first screen, if it is. */
export const rankedChallenge = location.search
  ? undefined
  : /^challenges\/ranking\/([\w-]+)$/.exec(path)?.[1];

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

function makeCall(called: string): Promise<Response> {
  const address = basePath.slice(0, -1) + called;
  const answer = fetch(address, { headers: headersIn(pageLanguage) });
  // Prevents an unhandled rejection; the caller that takes the response handles the failure.
  answer.catch(() => undefined);
  answers.set(address, answer);
  return answer;
}

/** Returns the body of a response that further calls depend on. Throws if the call failed or is outdated. */
async function bodyOf<Body>(call: Promise<Response>): Promise<Body> {
  const answer = await call;
  const body = answer.ok && (await answer.clone().json());
  if (!body || isOutdated) throw new Error();
  return body;
}

/** Returns the values of settings, by name. */
async function valuesOf(call: Promise<Response>): Promise<Record<string, string>> {
  const { 'hydra:member': configs } = await bodyOf<{ 'hydra:member': Config[] }>(call);
  return Object.fromEntries(configs.map(({ id, value }) => [id, value]));
}

const settings = makeCall('/platform/api/configs');
makeCall(`/translations/${pageLanguage}`);
// If a call fails, the app makes those that would follow.
if (session === 'signed-in') callsOfPerson().catch(() => undefined);

/** Makes the calls that every screen needs for a signed-in person, and those of the dashboard or of a ranking. */
async function callsOfPerson(): Promise<void> {
  const me = makeCall('/platform/api/person_infos/me');
  makeCall(`/global-challenge-menu?locale=${pageLanguage}`);
  if (path === '') await callsOfDashboard(me);
  else if (rankedChallenge) await callsOfRanking(rankedChallenge, me);
}

async function callsOfDashboard(me: Promise<Response>): Promise<void> {
  const current = makeCall('/platform/api/challenges/current');
  makeCall('/platform/api/activities?page=1&itemsPerPage=10');
  const challenge = await bodyOf<Challenge>(current);
  for (const name of ['challenge_progresses', 'challenge_statss'])
    makeCall(`/platform/api/${name}/${challenge.uuid}`);
  const { progressMapId, teamsEnabled } = await valuesOf(settings);
  const map = challenge.progressMap?.split('/').at(-1) ?? progressMapId;
  if (Number(map)) makeCall(`/platform/api/progress_maps/${map}`);
  if (teamsEnabled === 'true') {
    makeCall('/platform/api/challenge_teams');
    makeCall(board('team_stats_activities', challenge, '&limit=5'));
  } else makeCall(board('stats_activities', challenge, '&limit=15'));
  const own = await ownRow(me);
  makeCall(board('stats_activities', challenge, own));
  makeCall(`/platform/api/stats_activities?periodType=week${own}`);
}

async function callsOfRanking(uri: string, me: Promise<Response>): Promise<void> {
  const challenges = makeCall(`/platform/api/challenges?uri=${uri}`);
  const [challenge] = (await bodyOf<{ 'hydra:member': Challenge[] }>(challenges))['hydra:member'];
  if (!challenge) return;
  makeCall(board('stats_activities', challenge, '&limit=2000'));
  if (challenge.state !== 'coming') makeCall(board('stats_activities', challenge, await ownRow(me)));
}

const board = (of: string, challenge: Challenge, rows: string) =>
  `/platform/api/${of}?periodType=challenge&challenge=${encodeURIComponent(challenge['@id'])}${rows}`;

/** Returns the part of a board's query that selects the person's own row. */
const ownRow = async (me: Promise<Response>) =>
  `&limit=1&person=${encodeURIComponent((await bodyOf<PersonInfo>(me))['@id'])}`;

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
