/** A stream of server-sent events, as a browser receives it. */
export interface StreamOfEvents {
  response: Response;
  /** Returns the next event; undefined if the stream has ended. */
  next(): Promise<Record<string, string> | undefined>;
  /** Closes the connection. */
  leave(): void;
}

/** Opens a stream of server-sent events. A refused request has no events. */
export async function streamOfEvents(
  address: string,
  headers: Record<string, string>,
): Promise<StreamOfEvents> {
  const leaving = new AbortController();
  const response = await fetch(address, { headers, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<Record<string, string> | undefined> => {
    const end = text.indexOf('\n\n');
    if (end < 0) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return undefined;
      text += value;
      return next();
    }
    const lines = text.slice(0, end).split('\n');
    text = text.slice(end + 2);
    const fields = Object.fromEntries(lines.map((line) => line.split(': ')));
    return fields.data ? fields : next();
  };
  return { response, next, leave: () => leaving.abort() };
}
