import { generateSecret, generateURI, verify } from 'otplib';
import type { Temporal } from 'temporal-polyfill';

/**
 * Accepts codes one step of 30 seconds early or late (RFC 6238, 5.2), as phone clocks are inexact and typing takes
 * time.
 */
const toleranceSeconds = 30;

/** Returns a new secret of 160 bits, as RFC 4226 (4, R6) recommends, in base 32. */
export const newSecret = (): string => generateSecret({ length: 20 });

/** Returns the URI that an authenticator app scans, with the issuer and account that the app shows beside its codes. */
export const otpauthUri = (secret: string, issuer: string, email: string): string =>
  generateURI({ issuer, label: email, secret });

/** Returns the time step of a code, if the code is valid within the tolerance and later than `lastStep`. */
export async function stepOf(
  secret: string,
  code: string,
  lastStep: number,
  now: Temporal.Instant,
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.epochMilliseconds / 1000),
    epochTolerance: toleranceSeconds,
    afterTimeStep: lastStep,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
