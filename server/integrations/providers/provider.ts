import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { Workout } from '../../activities/source-records/workout.ts';
import type { UsageMeter } from './usage-meter.ts';

/** The tokens from a person's consent. They are stored encrypted. */
export interface Tokens {
  accessToken: string;
  /** Null if the access token is valid until it is revoked. */
  refreshToken: string | null;
  /** When the access token expires. */
  expiresAt: Temporal.Instant;
}

/** The result of a person's consent. */
export interface Grant {
  tokens: Tokens;
  /** The person's id at the service, as used in its webhook events. */
  userId: string;
  /** The scopes or permissions that the person granted, as the service names them. */
  scopes: string[];
  /**
   * Whether the service lists only workouts that were uploaded after this consent. A workout that is not listed may
   * then still exist.
   */
  listsNewUploadsOnly?: boolean;
}

/** The parameters with which the browser returns from the service's consent page. */
export interface AuthorizationCallback {
  code: string;
  /** The query of the return address, where some services list the scopes that were ticked. */
  query: URLSearchParams;
  redirectUri: string;
  /** Used only if `usesPkce` is true. */
  codeVerifier: string;
  /** A random name for this connected account, new for each consent. Some services require one. */
  memberId: string;
}

/** The data needed for a call on behalf of one person. */
export interface Access {
  accessToken: string;
  userId: string;
  now: Temporal.Instant;
  /** Counts the calls; undefined if calls need not be counted. */
  usage?: UsageMeter;
}

/** Something that a service has reported about one of its users. */
export type WebhookEvent = { userId: string } & (
  | { kind: 'changed'; externalId: string }
  /** Workouts between two times were added, changed or removed, so all of them must be read again. */
  | { kind: 'changedBetween'; from: Temporal.Instant; until: Temporal.Instant }
  | { kind: 'deleted'; externalId: string }
  /** The webhook call contained the workout itself. */
  | { kind: 'delivered'; workout: Workout }
  /** The workouts can be fetched from an address at the service. */
  | { kind: 'waiting'; address: string; isEdited: boolean }
  /** The service reports that the consent was revoked. This must be verified with the tokens. */
  | { kind: 'revoked' }
  | { kind: 'permissions'; mayRead: boolean }
);

/** A webhook call as received. The body is raw, because signatures cover its exact bytes. */
export interface WebhookRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string | string[] | undefined>;
  query: URLSearchParams;
  body: Buffer;
}

/** The response to a webhook call. If `store` is true, the body is stored, and a job parses it with `eventsOf`. */
export interface WebhookAnswer {
  status: number;
  /** The body of the response, sent as JSON. */
  answer?: object;
  store: boolean;
}

/** State that a provider keeps for all people, such as the secret of a webhook. It is stored encrypted. */
export interface ProviderMemory {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A service that people can connect. Failed calls always throw a ProviderError. */
export interface Provider {
  platform: Platform;
  usesPkce: boolean;
  /** How many people the service lets this platform connect; undefined if we do not know. */
  mostPeople?: number | undefined;
  /** How a single workout can be read again: immediately, or later through a webhook event. */
  refreshes: 'immediately' | 'byWebhook';
  /** Returns the address of the service's consent page. */
  consentAddress(page: { redirectUri: string; state: string; codeChallenge: string }): string;
  /** Exchanges an authorization code. If a required scope was not ticked, revokes the tokens and throws `consent`. */
  grant(arrival: AuthorizationCallback, now: Temporal.Instant): Promise<Grant>;
  /**
   * Exchanges a refresh token for new tokens. Throws `gone` if the consent was revoked. Undefined if the service has no
   * refresh tokens.
   */
  refresh?(tokens: Tokens, now: Temporal.Instant): Promise<Tokens>;
  /**
   * Checks with one cheap call whether the consent is still valid. Throws `access`, `gone` or `consent` if it is not.
   */
  check(access: Access): Promise<void>;
  /** Revokes the consent at the service. Succeeds if the consent has already been revoked. */
  revoke(access: Access, tokens: Tokens): Promise<void>;
  /**
   * Yields the workouts that started between two times, page by page. If the service can only send them later, as
   * webhook events, requests those events and yields nothing.
   */
  list(access: Access, from: Temporal.Instant, until: Temporal.Instant): AsyncIterable<Workout[]>;
  /** How many days the first import may go back; 0 if the service has no data from before the connection. */
  firstImportDays: number;
  /**
   * When to call `list` to find workouts that no webhook event reported: every night, or once a week and
   * whenever events may have been lost. Never, if `list` only requests webhook events.
   */
  polling: 'nightly' | 'weekly' | 'never';
  /**
   * Returns one workout in its current state; undefined if it was deleted or is hidden from us. If `refreshes` is
   * `byWebhook`, asks the service to send the workouts around the given time again, and returns undefined.
   */
  read(
    access: Access,
    externalId: string,
    around: { startedAt: Temporal.Instant; elapsedSeconds: number },
  ): Promise<Workout | undefined>;
  /**
   * Fetches the workouts from an address in a webhook event. Rejects an address that does not belong to the service.
   */
  collect?(access: Access, address: string): Promise<Workout[]>;
  /**
   * Verifies a webhook call and returns the response immediately. Does not call the service, except to fetch its keys.
   */
  receive(delivery: WebhookRequest, memory: ProviderMemory, now: Temporal.Instant): Promise<WebhookAnswer>;
  /** Returns the events in a stored webhook body; skips invalid parts. */
  eventsOf(body: string): WebhookEvent[];
  /**
   * Makes sure that the service sends its webhook events to `callback`. Called when the server starts and once a day.
   * Undefined if we cannot set up the service's webhooks ourselves.
   */
  subscribe?(callback: string, memory: ProviderMemory, now: Temporal.Instant): Promise<void>;
}
