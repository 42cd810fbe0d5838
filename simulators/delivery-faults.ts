import type { Transport } from './delivery.ts';
import type { World } from './world.ts';

/** Delivers every message twice. */
export const twice: Transport = async (message, send) => {
  await send(message);
  await send(message);
};

/** Delivers every message with a delay. */
export const late =
  (world: World, seconds: number): Transport =>
  async (message, send) =>
    world.later(seconds, () => send(message));

/** Delivers each pair of messages in reverse order. */
export function swapped(): Transport {
  const waiting: Parameters<Transport>[0][] = [];
  return async (message, send) => {
    const before = waiting.pop();
    if (!before) {
      waiting.push(message);
      return;
    }
    await send(message);
    await send(before);
  };
}

/** Forges a header of every message, as a sender who does not know the secret would. */
export const forged =
  (header: string): Transport =>
  (message, send) =>
    send({ ...message, headers: { ...message.headers, [header]: '0'.repeat(64) } });
