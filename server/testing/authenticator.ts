import { generate } from 'otplib';
import type { Temporal } from 'temporal-polyfill';

/** Returns the code that an authenticator app shows for a secret at a given time. */
export const codeAt = (secret: string, moment: Temporal.Instant): Promise<string> =>
  generate({ secret, epoch: Math.floor(moment.epochMilliseconds / 1000) });
