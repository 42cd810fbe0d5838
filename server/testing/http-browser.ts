/** A simulated browser that uses real HTTP, keeps cookies by path and can follow redirects. */
export interface HttpBrowser {
  /** Sends one request without following redirects. `address` may be relative to the previous page. */
  send(address: string, options?: RequestInit): Promise<Response>;
  /** Sends a request and follows all redirects; returns the final address and response. */
  visit(address: string, options?: RequestInit): Promise<{ at: URL; response: Response }>;
  /** Returns the value of a cookie. */
  cookie(name: string): string | undefined;
}

/** The maximum number of redirects to follow; a higher number means a loop. */
const mostRedirects = 20;

export function httpBrowser(headers: Record<string, string> = { 'accept-language': 'en' }): HttpBrowser {
  const jar = new Map<string, { value: string; path: string }>();
  let at: URL | undefined;
  const send = async (address: string, options: RequestInit = {}) => {
    at = new URL(address, at);
    const { pathname } = at;
    const cookie = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
    const response = await fetch(at, {
      redirect: 'manual',
      ...options,
      headers: { ...headers, cookie, ...(options.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '') jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { value, path });
    }
    return response;
  };
  return {
    send,
    visit: async (address, options) => {
      let response = await send(address, options);
      for (let steps = 0; response.headers.has('location'); steps += 1) {
        if (steps > mostRedirects) throw new Error(`${at} redirects in a loop`);
        response = await send(response.headers.get('location') as string);
      }
      return { at: at as URL, response };
    },
    cookie: (name) => [...jar].find(([key]) => key.startsWith(`${name} `))?.[1].value,
  };
}
