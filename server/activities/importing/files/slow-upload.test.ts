import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as sessions from '../../../../contract/sessions.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../../../testing/test-app.ts';
import { fitFile, formWith } from '../../../testing/workout-files.ts';

let app: TestApp;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await testApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.app.server.address() as { port: number });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const path = '/platform/api/workout_files';
const run = () =>
  formWith(
    'run.fit',
    fitFile([{ start: '2026-11-20T06:00:00Z', minutes: 30, sport: 'running', metres: 6000 }]),
  );

/** Starts an upload of 20 MB and sends nothing after the headers. */
async function beginUpload({ email }: { email: string }): Promise<{ received(): string }> {
  const signedIn = await app.browser().send({
    method: 'POST',
    url: sessions.signIn.path,
    payload: { username: email, password: newPerson().password },
  });
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const request = once(app.app.server, 'request');
  const { headers: form } = run();
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: ${form['content-type']}\r\ncontent-length: 20000000\r\n\r\n`,
  );
  await request;
  return { received: () => text };
}
const receive = (person: Browser) => person.send({ method: 'POST', url: path, ...run() });

it('reads other people’s files while uploads are stuck', async () => {
  const [anna, ben, cleo] = [await app.participant(), await app.participant(), await app.participant()];
  for (const person of [anna, ben]) await beginUpload(person);
  expect((await receive(cleo)).statusCode).toBe(200);
});

it('limits each person to two large uploads at a time', async () => {
  const dora = await app.participant();
  for (let begun = 0; begun < 2; begun += 1) await beginUpload(dora);
  const third = await beginUpload(dora);
  await expect.poll(third.received, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 503 /);
});
