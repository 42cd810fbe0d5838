/** Where the app is served: a path that starts and ends with a slash. The server writes it into the page. */
export const basePath = new URL(document.baseURI).pathname;

/** What allows our styles under the page's content security policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
