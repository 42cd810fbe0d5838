import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { Workout } from '../../activities/source-records/workout.ts';

/** The tokens from a person's consent. Stored encrypted. */
export interface Tokens {
  accessToken: string;
  /** Null: the access token is valid until it is revoked. */
  refreshToken: string | null;
  /** When the access token expires. */
  expiresAt: Temporal.Instant;
}

/** The result of a consent. */
export interface Grant {
  tokens: Tokens;
  /** The person's id at the service, as used in its webhook events. */
  userId: string;
  /** What they agreed to, in the service's words. */
  scopes: string[];
  /** The service lists only uploads from now on, so missing workouts are not deletions. */
  startsAnew?: boolean;
}

/** The parameters with which the browser returns from the service. */
export interface AuthorizationCallback {
  code: string;
  /** The query of the return address; some services say there which scopes were ticked. */
  query: URLSearchParams;
  redirectUri: string;
  /** Only if `usesPkce`. */
  codeVerifier: string;
  /** A random name for this connected account, new each time, for a service that requires one. */
  memberId: string;
}

/** What a call for one person needs. */
export interface Access {
  accessToken: string;
  userId: string;
  now: Temporal.Instant;
}

/** A workout that a service has reported, by its external id. */
export type WebhookEvent = { userId: string } & (
  | { kind: 'changed'; externalId: string }
  /** Workouts between two moments were added, changed or removed: all of them must be read again. */
  | { kind: 'changedBetween'; from: Temporal.Instant; until: Temporal.Instant }
  | { kind: 'deleted'; externalId: string }
  /** The webhook event contained the workout itself. */
  | { kind: 'delivered'; workout: Workout }
  /** The workouts can be fetched from an address of the service. */
  | { kind: 'waiting'; address: string; isEdited: boolean }
  /** The consent is reported as revoked, which must be verified with the tokens. */
  | { kind: 'revoked' }
  | { kind: 'permissions'; mayRead: boolean }
);

/** A webhook call as received; signatures cover the raw bytes. */
export interface WebhookRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string | string[] | undefined>;
  query: URLSearchParams;
  body: Buffer;
}

/** The answer to a webhook call. `store`: its body is stored, and parsed by `eventsOf` in a job. */
export interface WebhookAnswer {
  status: number;
  /** Sent as JSON. */
  answer?: object;
  store: boolean;
}

/** Shared state of a provider, such as the secret of a webhook. Stored encrypted. */
export interface ProviderMemory {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A service that people can connect. Failing calls throw a ProviderError, and nothing else. */
export interface Provider {
  platform: Platform;
  usesPkce: boolean;
  /** Whether a single workout can be read again: immediately, later through a webhook event, or not at all. */
  refreshes: 'atOnce' | 'byNotice';
  /** The service's consent page. */
  consentAddress(page: { redirectUri: string; state: string; codeChallenge: string }): string;
  /** Exchanges a code. Throws `consent` if a required scope was not ticked, after revoking the tokens. */
  grant(arrival: AuthorizationCallback, now: Temporal.Instant): Promise<Grant>;
  /**
   * Exchanges a refresh token. Throws `gone` if the consent was revoked. Undefined if the service has no refresh
   * tokens.
   */
  refresh?(tokens: Tokens, now: Temporal.Instant): Promise<Tokens>;
  /** One cheap call that checks whether the consent is still valid: throws `access`, `gone` or `consent` if not. */
  check(access: Access): Promise<void>;
  /** Revokes the consent at the service. Already revoked counts as success. */
  revoke(access: Access, tokens: Tokens): Promise<void>;
  /**
   * The workouts that started between two times, page by page. If the service only sends them later as webhook events,
   * requests that and yields nothing.
   */
  list(access: Access, from: Temporal.Instant, until: Temporal.Instant): AsyncIterable<Workout[]>;
  /** How far back the first import may reach, in days; 0 if the service does not allow it. */
  firstImportDays: number;
  /** Whether `list` may be called daily to find workouts that no webhook event reported. */
  isPolled: boolean;
  /**
   * One workout in its current state; undefined if it is deleted or hidden from us. If it comes `byNotice`, requests it
   * between `around` and returns undefined.
   */
  read(
    access: Access,
    externalId: string,
    around: { startedAt: Temporal.Instant; elapsedSeconds: number },
  ): Promise<Workout | undefined>;
  /** The workouts at an address in a webhook event; refuses addresses that are not the service's. */
  collect?(access: Access, address: string): Promise<Workout[]>;
  /**
   * Verifies a webhook call and returns the answer, immediately and without calling the service (except for its keys).
   */
  receive(delivery: WebhookRequest, memory: ProviderMemory, now: Temporal.Instant): Promise<WebhookAnswer>;
  /** Parses a stored webhook call; skips invalid parts. */
  eventsOf(body: string): WebhookEvent[];
  /**
   * Makes sure that the service sends its webhook events to `callback`: called at the server's start and once a day;
   * does nothing if webhooks are set up by hand.
   */
  subscribe?(callback: string, memory: ProviderMemory, now: Temporal.Instant): Promise<void>;
}
