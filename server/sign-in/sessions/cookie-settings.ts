/** How the cookies of an app are set. */
export interface CookieSettings {
  basePath: string;
  /** Whether people use the app over https. */
  secure: boolean;
}

/**
 * The name of a cookie. With the prefix `__Host-`, browsers accept it from this host only, over https and for all
 * paths: no neighbour below the same domain can set one. They refuse the prefix for a path other than `/`.
 */
export const cookieName = (name: string, { basePath, secure }: CookieSettings): string =>
  secure && basePath === '/' ? `__Host-${name}` : name;

/** The attributes of every cookie that identifies somebody: no script and no other site can read it. */
export const cookieFlags = ({ basePath, secure }: CookieSettings) => ({
  path: basePath,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure,
});
