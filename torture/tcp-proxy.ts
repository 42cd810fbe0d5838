import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy whose connections can be interrupted. */
export interface TcpProxy {
  port: number;
  /** Delays all data and the closing of connections from now on; new connections hang. */
  stall(): void;
  /** Lets all data through again, including the delayed data. */
  flow(): void;
  /** Lets new connections through again; interrupted connections stay silent. */
  flowAnew(): void;
  /** Resets all connections, and each new one. */
  reset(): void;
  close(): Promise<void>;
}

interface Pair {
  near: Socket;
  /** The connection to the server; undefined until data may pass. */
  far?: Socket;
}

const socketsOf = ({ near, far }: Pair) => (far ? [near, far] : [near]);

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  let state: 'flowing' | 'stalled' | 'resetting' = 'flowing';
  const pairs = new Set<Pair>();
  const lost = new Set<Pair>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy());
    if (state === 'resetting') {
      near.resetAndDestroy();
      return;
    }
    const pair: Pair = { near };
    pairs.add(pair);
    if (state === 'flowing') begin(pair);
  });
  /** Connects the two sockets of a pair; if one has closed in the meantime, closes the other. */
  function begin(pair: Pair): void {
    const { near } = pair;
    if (pair.far) {
      if (near.destroyed) pair.far.destroy();
      if (pair.far.destroyed) near.destroy();
      near.resume();
      pair.far.resume();
      return;
    }
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    pair.far = far;
    const isCut = () => lost.has(pair) || state === 'stalled';
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => {
        if (!isCut()) to.resetAndDestroy();
      });
      from.on('close', () => {
        if (!isCut()) to.destroy();
      });
    }
    near.resume();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const allSockets = () => [...pairs].flatMap(socketsOf);
  return {
    port: (server.address() as { port: number }).port,
    stall() {
      state = 'stalled';
      for (const one of allSockets()) one.pause();
    },
    flow() {
      state = 'flowing';
      for (const pair of pairs) begin(pair);
    },
    flowAnew() {
      state = 'flowing';
      for (const pair of pairs) lost.add(pair);
      pairs.clear();
    },
    reset() {
      state = 'resetting';
      for (const one of allSockets()) one.resetAndDestroy();
      pairs.clear();
    },
    close: async () => {
      for (const one of [...pairs, ...lost].flatMap(socketsOf)) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
