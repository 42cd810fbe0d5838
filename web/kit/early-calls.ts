import { timeZone } from '../../api-client/formats.ts';
import { basePath, pageLanguage, session } from './page.ts';

/** How long early responses may be used, in milliseconds since the page was opened. */
const usedFor = 10_000;

/** The paths of the calls that the first screen makes, with their queries. */
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

/** Returns the headers of every call in a language: accepted formats, language and time zone. */
export const headersIn = (language: string) => ({
  accept: 'application/ld+json, application/json',
  'accept-language': language,
  'time-zone': timeZone(),
});

/**
 * The responses to the calls. This module makes these calls while the browser is still loading the libraries,
 * so it must not import anything large.
 */
const answers = new Map(
  paths.map((path) => {
    const address = basePath.slice(0, -1) + path;
    const answer = fetch(address, { headers: headersIn(pageLanguage) });
    // Prevents an unhandled rejection; the caller that takes the response handles the failure.
    answer.catch(() => undefined);
    return [address, answer];
  }),
);

/**
 * Returns the response to an early call. Each response is returned only once, because it soon becomes
 * outdated.
 */
export function consumeEarlyResponse(address: string): Promise<Response> | undefined {
  const answer = performance.now() < usedFor ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}
