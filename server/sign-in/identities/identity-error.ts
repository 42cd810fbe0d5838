import type { IdentityFailure } from '../../../contract/identities.ts';

/** Thrown when a sign-in with an identity provider fails; `reason` says why. */
export class IdentityError extends Error {
  readonly reason: IdentityFailure;
  /** The account that could not be used, if it is known. */
  readonly personId: number | null;
  /** Whether the failure is already in the logs. */
  readonly isLogged: boolean;

  constructor(
    reason: IdentityFailure,
    cause?: unknown,
    { personId = null, isLogged = false }: { personId?: number | null; isLogged?: boolean } = {},
  ) {
    super(`sign-in with an identity provider failed: ${reason}`, { cause });
    this.reason = reason;
    this.personId = personId;
    this.isLogged = isLogged;
  }
}
