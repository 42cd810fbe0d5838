import type { Temporal } from 'temporal-polyfill';

/**
 * Why a service did not do what was asked:
 * - `access`: the access token is not good (any more): refresh it once and try again
 * - `gone`: the person has taken their consent back, or it has run out: only a new consent helps
 * - `consent`: the consent does not cover what was asked (a scope or permission was not ticked)
 * - `account`: the person's account there cannot be coupled, such as a Google account without a health profile
 * - `limit`: too many calls; `retryAt` says from when on calls are welcome again
 * - `down`: the service cannot be reached, or fails itself; try again later
 * - `operator`: something that only whoever runs this platform can mend, such as a wrong client secret
 * - `refused`: the service says that the call makes no sense, such as a code that was used before
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

/** A service did not do what was asked. Holds no token and nothing personal: it is logged. */
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
