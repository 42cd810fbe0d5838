/** Where the app is served: a path that starts and ends with a slash. The server writes it into the page. */
export const basePath = new URL(document.baseURI).pathname;

/** Whether the server saw a session when it sent the page; the development server cannot tell. */
export const session = meta('session') as 'signed-in' | 'signed-out' | 'unknown';

/** What allows our styles under the page's content security policy. */
export const styleNonce = meta('style-nonce');

/** What the platform is called. */
export const platformName = meta('application-name');

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
