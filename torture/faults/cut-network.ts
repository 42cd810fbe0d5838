import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { openPlatform } from '../platform.ts';
import { surviving } from '../scenario.ts';
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.ts';

const pause = 15_000;

const cuts: { name: string; cut(wire: TcpProxy): void; heal(wire: TcpProxy): void }[] = [
  // All data is delayed.
  { name: 'network-stalled', cut: (wire) => wire.stall(), heal: (wire) => wire.flow() },
  // Data in transit is lost, and neither side notices that its connection has ended.
  { name: 'network-lost', cut: (wire) => wire.stall(), heal: (wire) => wire.flowAnew() },
  { name: 'network-reset', cut: (wire) => wire.reset(), heal: (wire) => wire.flow() },
];

/** Interrupts the network between the server and the database for a while. */
export const cutNetworks: Fault[] = cuts.map(({ name, cut, heal }) => ({
  name,
  engine: 'postgresql',
  run: async (round) => {
    const platform = await openPlatform('postgresql', round.template, round.atEnd);
    const address = new URL(platform.databaseUrl);
    const wire = await openTcpProxy(Number(address.port));
    round.atEnd.defer(() => wire.close());
    address.port = String(wire.port);
    return surviving({
      round,
      platform,
      settings: { DATABASE_URL: address.href },
      isAway: true,
      fault: async () => {
        cut(wire);
        await setTimeout(pause);
        heal(wire);
      },
    });
  },
}));
