import { timeZone } from '../../client/formats.ts';
import { basePath, pageLanguage, session } from './page.ts';

/** How long the answers are used, in milliseconds since the page was opened. Later calls need newer ones. */
const usedFor = 10_000;

/** The calls that the first screen begins with, with their queries. */
const paths = [
  '/platform/api/configs',
  `/translations/${pageLanguage}`,
  ...(session === 'signed-in'
    ? [
        '/platform/api/person_infos/me',
        `/global-challenge-menu?locale=${pageLanguage}`,
        ...(location.pathname === basePath ? ['/platform/api/challenges/current'] : []),
      ]
    : []),
];

/** The headers of every call in a language: accepted formats, language and time zone. */
export const headersIn = (language: string) => ({
  accept: 'application/ld+json, application/json',
  'accept-language': language,
  'time-zone': timeZone(),
});

/**
 * The answers to the calls, which this module makes while the browser still loads the libraries. So it must not import
 * anything large.
 */
const answers = new Map(
  paths.map((path) => {
    const address = basePath.slice(0, -1) + path;
    const answer = fetch(address, { headers: headersIn(pageLanguage) });
    // If the call fails, whoever takes the answer sees that.
    answer.catch(() => undefined);
    return [address, answer];
  }),
);

/** Returns the answer to a call that was made early; each answer only once, because it soon is out of date. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = performance.now() < usedFor ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}
