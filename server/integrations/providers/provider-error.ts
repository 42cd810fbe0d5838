import type { Temporal } from 'temporal-polyfill';

/**
 * Why a call to a service failed:
 * - `access`: the access token is invalid or has expired: renew it once and retry
 * - `gone`: the consent was revoked or has expired: only a new consent helps
 * - `consent`: the consent does not cover the call (a scope or permission was not ticked)
 * - `account`: the person's account there cannot be connected, such as a Google account without a health profile
 * - `limit`: too many calls; `retryAt` is when the service accepts calls again
 * - `down`: the service cannot be reached, or fails itself; retry later
 * - `operator`: only the platform's operator can fix it, such as a wrong client secret
 * - `refused`: the service rejects the call as invalid, such as a code that was used before
 */
export type ProviderErrorKind =
  | 'access'
  | 'gone'
  | 'consent'
  | 'account'
  | 'limit'
  | 'down'
  | 'operator'
  | 'refused';

/** A failed call to a service. Contains no token and no personal data, as it is logged. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly retryAt: Temporal.Instant | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    more: { retryAt?: Temporal.Instant; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.retryAt = more.retryAt;
  }
}
