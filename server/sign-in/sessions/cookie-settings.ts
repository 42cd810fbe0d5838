/** How the cookies of an app are set. */
export interface CookieSettings {
  basePath: string;
  /** Whether people reach the app by https. */
  secure: boolean;
}

/**
 * The name that a cookie has. With the prefix `__Host-` browsers take it from this host only, over https and for all
 * paths: no neighbour below the same domain can set one. They refuse the prefix under another path than `/`.
 */
export const cookieName = (name: string, { basePath, secure }: CookieSettings): string =>
  secure && basePath === '/' ? `__Host-${name}` : name;

/** What every cookie of ours that somebody is known by is set with: no script and no other site gets it. */
export const cookieFlags = ({ basePath, secure }: CookieSettings) => ({
  path: basePath,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure,
});
