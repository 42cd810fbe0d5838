import type { OnItsWay } from './delivery.ts';
import type { World } from './world.ts';

/** Every message comes twice. */
export const twice: OnItsWay = async (message, send) => {
  await send(message);
  await send(message);
};

/** Every message comes so many seconds later. */
export const late =
  (world: World, seconds: number): OnItsWay =>
  async (message, send) =>
    world.later(seconds, () => send(message));

/** Of each two messages, the second one comes first. */
export function swapped(): OnItsWay {
  const waiting: Parameters<OnItsWay>[0][] = [];
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

/** Every message has a forged value in a header, as from a sender without the secret. */
export const forged =
  (header: string): OnItsWay =>
  (message, send) =>
    send({ ...message, headers: { ...message.headers, [header]: '0'.repeat(64) } });
