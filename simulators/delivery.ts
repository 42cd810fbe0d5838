import type { World } from './world.ts';

/** A webhook call that a simulated service makes to a subscriber. */
export interface Message {
  address: string;
  headers: Record<string, string>;
  body: string;
}

/** Delivers messages, possibly with faults; `send` delivers one message normally. */
export type Transport = (message: Message, send: (message: Message) => Promise<void>) => Promise<void>;

/** A service's rules for delivering messages. */
export interface DeliveryPolicy {
  /** How many seconds to wait for a response. */
  deadlineSeconds: number;
  isTaken(status: number): boolean;
  /** Returns the seconds until the next attempt after this many failed attempts; undefined if the service gives up. */
  again(failed: number): number | undefined;
}

/** Delivers a message, with the service's retries, until the subscriber accepts it. */
export async function deliver(
  world: World,
  message: Message,
  policy: DeliveryPolicy,
  failed = 0,
): Promise<void> {
  const { deadlineSeconds, isTaken, again } = policy;
  if (isTaken(await post(message, deadlineSeconds))) return;
  const wait = again(failed + 1);
  if (wait !== undefined) world.later(wait, () => deliver(world, message, policy, failed + 1));
}

/** Sends a message once. Returns the status of the response, or 0 if there is no response. */
export async function post({ address, headers, body }: Message, deadlineSeconds: number): Promise<number> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineSeconds * 1000),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/**
 * Returns the delay before the next attempt, in seconds: one minute, then two and four, up to an hour; undefined after
 * seven days.
 */
export function exponentialDelay(failed: number): number | undefined {
  const wait = (before: number) => Math.min(60 * 2 ** (before - 1), 3600);
  let passed = 0;
  for (let before = 1; before < failed; before++) passed += wait(before);
  return passed + wait(failed) > 7 * 86_400 ? undefined : wait(failed);
}
