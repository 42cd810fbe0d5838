import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { Workout } from '../../activities/source-records/workout.ts';

/** The tokens from a person's consent. Stored encrypted. */
export interface Tokens {
  accessToken: string;
  /** None: the access token is valid until it is revoked. */
  refreshToken: string | null;
  /** When the access token expires. */
  expiresAt: Temporal.Instant;
}

/** What a service grants when somebody connects their account. */
export interface Grant {
  tokens: Tokens;
  /** The person's id at the service, as used in its webhook events. */
  userId: string;
  /** What they agreed to, in the service's words. */
  scopes: string[];
  /** The service lists only what is uploaded from now on: missing workouts are not deletions. */
  startsAnew?: boolean;
}

/** What the person has to see when the browser returns, or what it returned with. */
export interface AuthorizationCallback {
  code: string;
  /** As the browser brought it back: some services say there what was ticked. */
  query: URLSearchParams;
  redirectUri: string;
  /** Where `usesPkce`. */
  codeVerifier: string;
  /** A random name for this connected account, new each time, for a service that requires one. */
  memberId: string;
}

/** With what a call is made for one person. */
export interface Access {
  accessToken: string;
  userId: string;
  now: Temporal.Instant;
}

/** A workout that a service has reported, by its id there. */
export type WebhookEvent = { userId: string } & (
  | { kind: 'changed'; externalId: string }
  /** Something between two moments was added, changed or removed: all of it is to be read again. */
  | { kind: 'changedBetween'; from: Temporal.Instant; until: Temporal.Instant }
  | { kind: 'deleted'; externalId: string }
  /** The webhook event contained the workout itself. */
  | { kind: 'delivered'; workout: Workout }
  /** The workouts wait at an address of the service. */
  | { kind: 'waiting'; address: string; isEdited: boolean }
  /** The consent is reported as revoked: to be verified with the tokens first. */
  | { kind: 'revoked' }
  | { kind: 'permissions'; mayRead: boolean }
);

/** What a service sends to us, as it arrived: signatures are over the raw bytes. */
export interface WebhookRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string | string[] | undefined>;
  query: URLSearchParams;
  body: Buffer;
}

/** The answer to a delivery. `store`: its body is stored, and read by `noticesOf` in a job. */
export interface WebhookAnswer {
  status: number;
  /** Answered as JSON. */
  answer?: object;
  store: boolean;
}

/** Shared state of a provider, such as the secret of a webhook. Stored encrypted. */
export interface ProviderMemory {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * A service that people can connect. Each call throws a ProviderError if the service does not do what is asked, and
 * nothing else.
 */
export interface Provider {
  platform: Platform;
  usesPkce: boolean;
  /** Whether a single new workout can be read again: at once, later through a webhook event, or not at all. */
  refreshes: 'atOnce' | 'byNotice';
  /** The page of the service where people agree. */
  consentAddress(page: { redirectUri: string; state: string; codeChallenge: string }): string;
  /** Exchanges a code. Throws `consent` if something needed was not ticked, and gives the tokens back before. */
  grant(arrival: AuthorizationCallback, now: Temporal.Instant): Promise<Grant>;
  /** Exchanges a refresh token. Throws `gone` if the consent was revoked. None if the service has no refresh tokens. */
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
  /** How far back the first import may reach, in days; 0 where the service allows none. */
  firstImportDays: number;
  /** Whether `list` may be called daily to find workouts that no webhook event reported. */
  isPolled: boolean;
  /**
   * One workout in its current state; undefined if it is deleted or hidden from us. If it comes `byNotice`, requests it
   * between `around` and yields undefined.
   */
  read(
    access: Access,
    externalId: string,
    around: { startedAt: Temporal.Instant; elapsedSeconds: number },
  ): Promise<Workout | undefined>;
  /** The workouts waiting at an address in a webhook event; refuses addresses that are not the service's. */
  collect?(access: Access, address: string): Promise<Workout[]>;
  /** Whether a delivery is from the service, and what to answer: at once, without calling anybody. */
  receive(delivery: WebhookRequest, memory: ProviderMemory, now: Temporal.Instant): Promise<WebhookAnswer>;
  /** Parses a stored delivery; invalid parts are left out. */
  eventsOf(body: string): WebhookEvent[];
  /**
   * Makes sure that the service sends its webhook events to `callback`: called at the server's start and once a day;
   * does nothing if webhooks are set up by hand.
   */
  subscribe?(callback: string, memory: ProviderMemory, now: Temporal.Instant): Promise<void>;
}
