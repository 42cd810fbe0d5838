import { Temporal } from 'temporal-polyfill';
import { buildApp } from '../server/app.ts';
import { CommitQueries } from '../server/db/commits.ts';
import { openDatabase } from '../server/db/db.ts';
import { openQueue } from '../server/kit/queue.ts';
import { signedInPeople } from '../server/people/signed-in-people.ts';
import { authenticate, registerSessions } from '../server/sign-in/sessions/session.ts';
import { replaceSessions } from './sessions.ts';

/**
 * The settings of this server, which the benchmark passes as JSON. The server serves the app, and stored responses from
 * memory.
 */
interface Settings {
  databaseUrl?: string;
  dataDir?: string;
  /** The number of people who get a session, starting with id 1. */
  sessions: number;
}

/** A response as the client gets it. */
interface Stored {
  bytes: Buffer;
  encoding: string | undefined;
}

const secret = 'the secret of a benchmark, nothing else';
const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
const database = await openDatabase(settings);
const queue = openQueue(database.pool, { works: false, report: console.error });
const app = await buildApp({ database, queue, basePath: '/', secret, logLevel: 'silent' });
const memory: Stored[] = [];

/** Serves stored bytes, after checking the session as the real responses do. */
await app.register(async (site) => {
  const commits = new CommitQueries(database.pool).noticing({ subject: 'people', validFor: 1000 });
  const signedIn = signedInPeople(database.db, commits);
  await registerSessions(site, { pool: database.pool, commits, secret, basePath: '/', secure: false });
  site.get<{ Params: { index: string } }>(
    '/memory/:index',
    { onRequest: (request) => authenticate(signedIn, request, Temporal.Now.instant()) },
    (request, reply) => {
      const { bytes, encoding } = memory[Number(request.params.index)] as Stored;
      reply.type('application/ld+json; charset=utf-8');
      if (encoding) reply.header('content-encoding', encoding);
      return reply.send(bytes);
    },
  );
});
/** Requests an address once and stores the response, which is then served from memory. */
app.get<{ Querystring: { path: string; cookie: string } }>('/remember', async ({ query }) => {
  const headers = { cookie: query.cookie, 'accept-encoding': 'br' };
  const answer = await app.inject({ url: query.path, headers });
  if (answer.statusCode !== 200) throw new Error(`${query.path}: ${answer.body}`);
  const bytes = answer.rawPayload;
  const encoding = answer.headers['content-encoding'] as string | undefined;
  return { index: memory.push({ bytes, encoding }) - 1, bytes: bytes.length };
});

const cookies = await replaceSessions(database.db, secret, settings.sessions);
await app.listen({ port: 0 });
process.send?.({ address: `http://127.0.0.1:${(app.server.address() as { port: number }).port}`, cookies });
process.on('disconnect', () => process.exit(0));
