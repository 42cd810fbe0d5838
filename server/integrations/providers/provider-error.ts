import type { Temporal } from 'temporal-polyfill';

/**
 * Why a call to a service failed:
 * - `access`: the access token is invalid or has expired; renew the token once and retry
 * - `gone`: the consent was revoked or has expired; the person must give consent again
 * - `consent`: the consent does not cover the call, because a scope or permission was not ticked
 * - `account`: the person's account cannot be connected, for example a Google account without a health profile
 * - `limit`: too many calls; `retryAt` says when the service accepts calls again
 * - `quota`: by our own count, no calls of this urgency are left; `retryAt` says when more are available
 * - `down`: the service cannot be reached or fails; retry later
 * - `operator`: only the platform's operator can fix the problem, for example a wrong client secret
 * - `refused`: the service rejects the call as invalid, for example because a code was used before
 */
export type ProviderErrorKind =
  | 'access'
  | 'gone'
  | 'consent'
  | 'account'
  | 'limit'
  | 'quota'
  | 'down'
  | 'operator'
  | 'refused';

/** A failed call to a service. It contains no tokens and no personal data, because it is logged. */
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
