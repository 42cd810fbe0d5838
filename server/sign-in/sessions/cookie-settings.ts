/** How the cookies of an app are set. */
export interface CookieSettings {
  basePath: string;
  /** Whether people use the app over https. */
  secure: boolean;
}

/**
 * The name of a cookie. With the prefix `__Host-`, browsers accept it from this host only, over https and for all
 * paths, so that no other host of the same domain can set it. Browsers refuse the prefix for a path other than `/`.
 */
export const cookieName = (name: string, { basePath, secure }: CookieSettings): string =>
  secure && basePath === '/' ? `__Host-${name}` : name;

/** The attributes of every cookie that identifies a person: scripts and other sites cannot read it. */
export const cookieFlags = ({ basePath, secure }: CookieSettings) => ({
  path: basePath,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure,
});
