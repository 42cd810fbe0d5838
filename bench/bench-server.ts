import fastifyCookie from '@fastify/cookie';
import { buildApp } from '../server/app.ts';
import { openDatabase } from '../server/db/db.ts';
import { openQueue } from '../server/kit/queue.ts';

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

const secret = 'the secret of a benchmark, nothing else';
const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
const database = await openDatabase(settings);
const queue = openQueue(database.pool, { works: false, report: console.error });
const app = await buildApp({ database, queue, basePath: '/', secret, logLevel: 'silent' });
const memory: Buffer[] = [];

app.get<{ Params: { index: string } }>('/memory/:index', (request, reply) =>
  reply.type('application/ld+json; charset=utf-8').send(memory[Number(request.params.index)]),
);
/** Requests an address once and stores the response, which is then served from memory. */
app.get<{ Querystring: { path: string; cookie: string } }>('/remember', async ({ query }) => {
  const answer = await app.inject({ url: query.path, headers: { cookie: query.cookie } });
  if (answer.statusCode !== 200) throw new Error(`${query.path}: ${answer.body}`);
  return { index: memory.push(answer.rawPayload) - 1, bytes: answer.rawPayload.length };
});

await database.db.deleteFrom('sessions').execute();
const expires = new Date(Date.now() + 86_400_000).toISOString();
const seenAt = new Date().toISOString();
const cookies = [];
for (let personId = 1; personId <= settings.sessions; personId += 1) {
  const sid = `bench-${personId}`;
  const sess = { cookie: { originalMaxAge: 86_400_000, expires, path: '/' }, personId, seenAt };
  await database.db
    .insertInto('sessions')
    .values({ sid, sess: JSON.stringify(sess), expire: expires })
    .execute();
  cookies.push(`session=${encodeURIComponent(fastifyCookie.sign(sid, secret))}`);
}
await app.listen({ port: 0 });
process.send?.({ address: `http://127.0.0.1:${(app.server.address() as { port: number }).port}`, cookies });
process.on('disconnect', () => process.exit(0));
