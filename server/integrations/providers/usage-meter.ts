import type { Temporal } from 'temporal-polyfill';
import type { ServiceAnswer } from './provider-call.ts';
import { ProviderError } from './provider-error.ts';

/** A period in which a service limits the number of calls, as the service reports it. */
export interface UsageWindow {
  /** The service's name for the window. */
  name: string;
  used: number;
  allowed: number;
  seconds: number;
  endsAt: Temporal.Instant;
}

/** Counts the calls that all processes make to a service. */
export interface UsageMeter {
  /** Counts a call. Throws `quota` instead if a window has no calls left. */
  take(): Promise<void>;
  /** Subtracts a counted call that failed because the service was down. */
  giveBack(): Promise<void>;
  /** Stores the windows that a service reports. */
  note(windows: UsageWindow[]): Promise<void>;
}

/**
 * Makes a call that counts against the limits of a service. `windowsOf` reads the windows from the response
 * headers.
 */
export async function metered(
  { usage, now }: { usage?: UsageMeter; now: Temporal.Instant },
  call: () => Promise<ServiceAnswer>,
  windowsOf: (headers: Headers, now: Temporal.Instant) => UsageWindow[],
): Promise<ServiceAnswer> {
  await usage?.take();
  try {
    const answer = await call();
    await usage?.note(windowsOf(answer.headers, now));
    return answer;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'down') await usage?.giveBack();
    throw error;
  }
}
