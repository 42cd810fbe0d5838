/** The settings for the app's cookies. `session.ts` sets how long a session's cookie lasts. */
export interface CookieSettings {
  basePath: string;
  /** Whether people use the app over https. */
  secure: boolean;
}

/**
 * Returns the full name of a cookie. Browsers accept a cookie with the prefix `__Host-` only from this host, over https
 * and for the path `/`, so that no other host of the same domain can set the cookie. For other paths, the prefix
 * `__Secure-` at least requires https.
 */
export function cookieName(name: string, { basePath, secure }: CookieSettings): string {
  if (!secure) return name;
  return basePath === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * Returns the attributes of every cookie that identifies a person. Scripts and other sites cannot read these cookies.
 */
export const cookieFlags = ({ basePath, secure }: CookieSettings) => ({
  path: basePath,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure,
});
