/** The path of the organisers' app, with a slash at both ends. The server writes this path into the page. */
export const appPath = new URL(document.baseURI).pathname;

/** The base path of the platform, which contains the API and the participants' app. */
export const basePath = appPath.replace(/dashboard\/$/, '');

/** The nonce with which the content security policy allows our styles. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
