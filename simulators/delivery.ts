import type { World } from './world.ts';

/** A message of a simulated service to a subscriber. */
export interface Message {
  address: string;
  headers: Record<string, string>;
  body: string;
}

/** A fault in the delivery of a message; `send` delivers one. */
export type Transport = (message: Message, send: (message: Message) => Promise<void>) => Promise<void>;

/** How a service delivers. */
export interface DeliveryPolicy {
  /** How long to wait for an answer. */
  deadlineSeconds: number;
  isTaken(status: number): boolean;
  /** Seconds until the next attempt after a number of failed ones; undefined: it gives up. */
  again(failed: number): number | undefined;
}

/** Delivers a message, with the service's retries until it is accepted. */
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

/** Sends a message once. Returns the status of the answer; 0 after a time-out. */
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

/** One minute, two, four … up to an hour, for seven days in all. */
export function exponentialDelay(failed: number): number | undefined {
  const wait = (before: number) => Math.min(60 * 2 ** (before - 1), 3600);
  let passed = 0;
  for (let before = 1; before < failed; before++) passed += wait(before);
  return passed + wait(failed) > 7 * 86_400 ? undefined : wait(failed);
}
