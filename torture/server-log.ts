import type { Server } from './fault.ts';

const most = 3;

/** Returns the errors in the servers' logs, the most frequent first; they are printed with the failures. */
export function errorsLogged(servers: Server[]): string[] {
  const messages = servers.flatMap((server) => server.printed().split('\n').flatMap(messageOf));
  const counted = [...Map.groupBy(messages, (message) => message)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return counted
    .slice(0, most)
    .map(([message, { length }]) => `(the server logged ${length} × ${message.slice(0, 200)})`);
}

/** Returns the error message in a log line; empty for the lines that the server prints at its start. */
function messageOf(line: string): string[] {
  if (!line.startsWith('{')) return [];
  try {
    const { err, msg } = JSON.parse(line);
    return [String(err?.message ?? msg)];
  } catch {
    return [];
  }
}
