/** The path of this app, starting and ending with a slash. The server writes it into the page. */
export const appPath = new URL(document.baseURI).pathname;

/** The base path of the whole platform, below which the API and the participants' app are. */
export const basePath = appPath.replace(/dashboard\/$/, '');

/** The nonce of our styles for the page's content security policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
