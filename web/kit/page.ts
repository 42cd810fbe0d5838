/** The path at which the app is served, with a slash at both ends. The server writes this path into the page. */
export const basePath = new URL(document.baseURI).pathname;

/** Whether the page was requested with a session; `unknown` on the development server. */
export const session = meta('session') as 'signed-in' | 'signed-out' | 'unknown';

/** The nonce with which the content security policy allows our styles. */
export const styleNonce = meta('style-nonce');

/** The language in which the server sent the page. */
export const pageLanguage = document.documentElement.lang;

/** The browser's preferred language, if the page is in a different language that the person did not choose. */
export const offeredLanguage = meta('offered-language');

export const platformName = meta('application-name');

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
