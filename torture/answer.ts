/** The timeout of a request, in milliseconds; far longer than any response may take. */
const givenUpAfter = 30_000;

/**
 * The kind of a request: `log` stores an activity, `read` reads from the database, `liveness` checks that the server is
 * alive, and must succeed in any state.
 */
export type Kind = 'log' | 'read' | 'liveness';

export interface Request {
  what: string;
  kind: Kind;
  by: number;
  cookie?: string;
  body?: object;
  /** Called with the id of the stored activity. */
  acknowledged?(uuid: string): void;
}

/** The result of a request; times are values of `performance.now()`. */
export interface Answer extends Pick<Request, 'what' | 'kind' | 'by'> {
  begin: number;
  end: number;
  /** The status; undefined if the connection broke or there was no response. */
  status: number | undefined;
  retryAfter: string | null;
  /** The body of the response, if unexpected. */
  responseText: string;
}

export async function send(address: string, request: Request): Promise<Answer> {
  const { what, kind, by, cookie = '', body, acknowledged } = request;
  const [method, path] = what.split(' ') as [string, string];
  const begin = performance.now();
  try {
    const answer = await fetch(address + path, {
      method,
      headers: {
        cookie,
        accept: path === '/' ? 'text/html' : 'application/ld+json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      signal: AbortSignal.timeout(givenUpAfter),
      redirect: 'manual',
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (answer.status === 201) acknowledged?.(JSON.parse(text).uuid);
    return {
      ...{ what, kind, by, begin, end: performance.now(), status: answer.status },
      retryAfter: answer.headers.get('retry-after'),
      responseText: answer.status < 300 ? '' : text.slice(0, 200),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const responseText = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return {
      what,
      kind,
      by,
      begin,
      end: performance.now(),
      status: undefined,
      retryAfter: null,
      responseText,
    };
  }
}
