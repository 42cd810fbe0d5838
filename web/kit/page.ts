import { languages } from '../../contract/kit/fields.ts';

/** Where the app is served: a path that starts and ends with a slash. The server writes it into the page. */
export const basePath = new URL(document.baseURI).pathname;

/** Whether the server saw a session when it sent the page; the development server cannot tell. */
export const session = meta('session') as 'signed-in' | 'signed-out' | 'unknown';

/** The nonce that allows our styles under the page's content security policy. */
export const styleNonce = meta('style-nonce');

/** The language that the page was sent in. */
export const pageLanguage = languages.find((one) => one === document.documentElement.lang);

/** The language that this browser prefers, if the page is in another one that nobody chose. */
export const offeredLanguage = languages.find((one) => one === meta('offered-language'));

/** The platform's name. */
export const platformName = meta('application-name');

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
