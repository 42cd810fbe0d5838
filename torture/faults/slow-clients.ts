import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { compare } from '../compare.ts';
import type { Fault } from '../fault.ts';
import { countsOf, mistakesOf } from '../judgement.ts';
import { engines, openPlatform } from '../platform.ts';
import { endInOrder } from '../scenario.ts';
import { errorsLogged } from '../server-log.ts';
import { startTraffic } from '../traffic.ts';

const clients = 5_000;
/** How long the slow clients stay, in milliseconds. */
const stay = 15_000;

/**
 * Connects 5,000 clients while people log activities: half of the clients never finish their request, and
 * half never read the response. The people who log activities must not notice.
 */
export const slowClients: Fault[] = engines.map((engine) => ({
  name: 'slow-clients',
  engine,
  run: async (round) => {
    const { failures, atEnd } = round;
    const platform = await openPlatform(engine, round.template, atEnd);
    const server = await platform.start();
    const traffic = await startTraffic(server.address, platform.people);
    const sockets: Socket[] = [];
    atEnd.defer(() => {
      for (const socket of sockets) socket.destroy();
    });
    const { hostname, port } = new URL(server.address);
    let refused = 0;
    // A hundred at a time, because more would not fit into the queue of new connections.
    for (let index = 0; index < clients; index += 100)
      await Promise.all(
        Array.from({ length: 100 }, async (_, one) => {
          const socket = connect({ port: Number(port), host: hostname });
          sockets.push(socket);
          socket.on('error', () => undefined);
          await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
          if (socket.destroyed) refused += 1;
          socket.pause();
          socket.write(
            `GET / HTTP/1.1\r\nhost: ${hostname}\r\naccept: text/html\r\n${one % 2 ? '\r\n' : ''}`,
          );
        }),
      );
    if (refused > 0) failures.push(`${refused} of ${clients} connections were refused`);
    await setTimeout(stay);
    await traffic.stop();
    failures.push(...mistakesOf(traffic));
    await endInOrder(round, server);
    await compare(round, platform, traffic.sent);
    if (failures.length > 0) failures.push(...errorsLogged([server]));
    return `${countsOf(traffic.answers)}; with ${clients} slow clients`;
  },
}));
