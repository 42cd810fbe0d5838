import type { Server } from './fault.ts';

const most = 3;

/** What servers have logged as errors, the most frequent first: said beside what is wrong. */
export function errorsLogged(servers: Server[]): string[] {
  const messages = servers.flatMap((server) => server.printed().split('\n').flatMap(messageOf));
  const counted = [...Map.groupBy(messages, (message) => message)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return counted
    .slice(0, most)
    .map(([message, { length }]) => `(the server logged ${length} × ${message.slice(0, 200)})`);
}

/** The message of a line of the log; none of what the server says to whoever started it. */
function messageOf(line: string): string[] {
  if (!line.startsWith('{')) return [];
  try {
    const { err, msg } = JSON.parse(line);
    return [String(err?.message ?? msg)];
  } catch {
    return [];
  }
}
