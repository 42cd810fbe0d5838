import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { Workout } from '../../activities/source-records/workout.ts';

/** What a person's consent is worth. Kept encrypted. */
export interface Tokens {
  accessToken: string;
  /** None: the access token lives until it is revoked. */
  refreshToken: string | null;
  /** When the access token stops being good. */
  expiresAt: Temporal.Instant;
}

/** What a service grants when somebody couples their account. */
export interface Grant {
  tokens: Tokens;
  /** Who they are at the service; what its notices name them by. */
  userId: string;
  /** What they agreed to, in the service's words. */
  scopes: string[];
  /** The service lists only what is uploaded from now on: what it does not list is not gone. */
  startsAnew?: boolean;
}

/** What the person has to be told when the browser comes back, or what it came back with. */
export interface AuthorizationCallback {
  code: string;
  /** As the browser brought it back: some services say there what was ticked. */
  query: URLSearchParams;
  redirectUri: string;
  /** Where `usesPkce`. */
  codeVerifier: string;
  /** A random name for this coupling, new each time, for a service that wants one. */
  memberId: string;
}

/** With what a call is made for one person. */
export interface Access {
  accessToken: string;
  userId: string;
  now: Temporal.Instant;
}

/** Something a service has told about somebody, by the id that it has there. */
export type WebhookEvent = { userId: string } & (
  | { kind: 'changed'; externalId: string }
  /** Something between two moments was added, changed or removed: all of it is to be read again. */
  | { kind: 'changedBetween'; from: Temporal.Instant; until: Temporal.Instant }
  | { kind: 'deleted'; externalId: string }
  /** The workout itself came with the notice. */
  | { kind: 'delivered'; workout: Workout }
  /** The workouts wait at an address of the service. */
  | { kind: 'waiting'; address: string; isEdited: boolean }
  /** The consent is said to be gone: to be tried with the tokens before it is believed. */
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

/** What is answered to a delivery. `store`: its body is kept, and read by `noticesOf` in a job. */
export interface WebhookAnswer {
  status: number;
  /** Answered as JSON. */
  answer?: object;
  store: boolean;
}

/** Things a provider has to remember for all people, such as the secret of a webhook. Kept encrypted. */
export interface ProviderMemory {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * A service that people couple their account of. Each call throws a ProviderError where the service does not
 * do what is asked, and nothing else.
 */
export interface Provider {
  platform: Platform;
  usesPkce: boolean;
  /** Whether a new workout can be read again one by one: at once, a moment later by a notice, or not at all. */
  refreshes: 'atOnce' | 'byNotice';
  /** The page of the service where people agree. */
  consentAddress(page: { redirectUri: string; state: string; codeChallenge: string }): string;
  /** Exchanges a code. Throws `consent` where something needed was not ticked, and gives the tokens back before. */
  grant(arrival: AuthorizationCallback, now: Temporal.Instant): Promise<Grant>;
  /** New tokens for old ones. Throws `gone` where the consent is. None where tokens are not refreshed. */
  refresh?(tokens: Tokens, now: Temporal.Instant): Promise<Tokens>;
  /** One cheap call that shows whether the consent still holds: throws `access`, `gone` or `consent` where not. */
  check(access: Access): Promise<void>;
  /** Takes the consent back at the service. Done already counts as done. */
  revoke(access: Access, tokens: Tokens): Promise<void>;
  /**
   * The workouts that started between two moments, in pieces as the service pages them. Where the service does
   * not hand them out but sends them afterwards as notices, asks for that and yields nothing.
   */
  list(access: Access, from: Temporal.Instant, until: Temporal.Instant): AsyncIterable<Workout[]>;
  /** How far back the first import may reach, in days; 0 where the service allows none. */
  firstImportDays: number;
  /** Whether `list` may be called daily to find what no notice told. */
  isPolled: boolean;
  /**
   * One workout as it is now; undefined where it is deleted or hidden from us. Where it comes `byNotice`,
   * asks for it between `around` and yields undefined.
   */
  read(
    access: Access,
    externalId: string,
    around: { startedAt: Temporal.Instant; elapsedSeconds: number },
  ): Promise<Workout | undefined>;
  /** The workouts that wait at an address of a notice; refuses addresses that are not the service's. */
  collect?(access: Access, address: string): Promise<Workout[]>;
  /** Says whether a delivery is the service's, and what to answer: at once, without calls to anybody. */
  receive(delivery: WebhookRequest, memory: ProviderMemory, now: Temporal.Instant): Promise<WebhookAnswer>;
  /** What a stored delivery says. Tolerant: what is not understood is left out. */
  eventsOf(body: string): WebhookEvent[];
  /**
   * Makes sure that the service sends its notices to `callback`: called when the server starts to listen and once a
   * day; does nothing where they are set up by hand.
   */
  subscribe?(callback: string, memory: ProviderMemory, now: Temporal.Instant): Promise<void>;
}
