import { randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { World } from '../world.ts';
import { stravaFault } from './errors.ts';

/** This platform's client at the simulated Strava. */
export interface StravaClient {
  clientId: string;
  clientSecret: string;
  /** The host that redirect addresses must have. */
  callbackDomain: string;
}

/** The parameters of the consent page or of a form, as received. */
export type QueryParams = Record<string, string | undefined>;

/** All scopes that Strava offers. */
const knownScopes = [
  'read',
  'read_all',
  'profile:read_all',
  'profile:write',
  'activity:read',
  'activity:read_all',
  'activity:write',
];

interface Consent {
  athleteId: number;
  scopes: string[];
  accessToken: string;
  expiresAt: Temporal.Instant;
  refreshToken: string;
}

const codeMinutes = 10;
const accessSeconds = 21_600;

/** If a token is valid for more seconds than this, a renewal returns the same token. */
const keptAboveSeconds = 3600;

const newToken = () => randomBytes(20).toString('hex');

/** The codes and tokens that the simulated Strava has issued. */
export class StravaConsents {
  readonly #world: World;
  readonly #client: StravaClient;
  readonly #codes: Map<string, { athleteId: number; scopes: string[]; issuedAt: Temporal.Instant }>;
  readonly #consents: Map<number, Consent>;
  readonly #access: Map<string, { athleteId: number; expiresAt: Temporal.Instant }>;

  constructor(world: World, client: StravaClient) {
    this.#world = world;
    this.#codes = world.state.map('Strava codes');
    this.#consents = world.state.map('Strava consents');
    this.#access = world.state.map('Strava access');
    this.#client = client;
  }

  /** Throws if the parameters of the consent page are invalid. */
  check(params: QueryParams): void {
    const host = URL.parse(params.redirect_uri ?? '')?.hostname;
    const { clientId, callbackDomain } = this.#client;
    const hosts = [callbackDomain, 'localhost', '127.0.0.1'];
    const scopes = params.scope?.split(',') ?? [];
    if (params.client_id !== clientId) throw stravaFault(400, 'Application', 'client_id', 'invalid');
    if (!host || !hosts.includes(host)) throw stravaFault(400, 'Application', 'redirect_uri', 'invalid');
    if (params.response_type !== 'code') throw stravaFault(400, 'Authorize', 'response_type', 'invalid');
    if (scopes.length === 0 || scopes.some((scope) => !knownScopes.includes(scope)))
      throw stravaFault(400, 'Authorize', 'scope', 'invalid');
  }

  /** Issues a code for a person who agreed. The code is valid once, for ten minutes. */
  code(athleteId: number, scopes: string[]): string {
    const code = newToken();
    this.#codes.set(code, { athleteId, scopes, issuedAt: this.#world.now() });
    return code;
  }

  /** Throws if a call does not have the app's id and secret. */
  checkClient({ client_id, client_secret }: QueryParams): void {
    const { clientId, clientSecret } = this.#client;
    if (client_id !== clientId) throw stravaFault(400, 'Application', 'client_id', 'invalid');
    if (client_secret !== clientSecret) throw stravaFault(400, 'Application', 'client_secret', 'invalid');
  }

  /**
   * Returns the token endpoint's response to a form, and the id of the person if they have just connected. Throws a
   * Refusal if the form is invalid.
   */
  answer(form: QueryParams): { newFor: number | undefined; tokens: object } {
    this.checkClient(form);
    if (form.grant_type === 'authorization_code') {
      const consent = this.#spend(form.code ?? '');
      return { newFor: consent.athleteId, tokens: this.#tokenAnswer(consent) };
    }
    if (form.grant_type === 'refresh_token')
      return { newFor: undefined, tokens: this.#tokenAnswer(this.#renewed(form.refresh_token ?? '')) };
    throw stravaFault(400, 'Application', 'grant_type', 'invalid');
  }

  /** Returns the owner and scopes of an access token; undefined if the token is invalid. */
  holderOf(accessToken: string): Consent | undefined {
    const token = this.#access.get(accessToken);
    if (!token || token.expiresAt.epochMilliseconds <= this.#world.now().epochMilliseconds) return undefined;
    return this.#consents.get(token.athleteId);
  }

  /** Returns the scopes that a person has granted. */
  scopesOf(athleteId: number): string[] {
    return this.#consents.get(athleteId)?.scopes ?? [];
  }

  isConnected(athleteId: number): boolean {
    return this.#consents.has(athleteId);
  }

  /** Returns the number of connected athletes. */
  count(): number {
    return this.#consents.size;
  }

  /** Returns the owner of an access or refresh token, even if the token has expired. */
  ownerOf(token: string): number | undefined {
    const own = [...this.#consents.values()].find(({ refreshToken }) => refreshToken === token);
    return own?.athleteId ?? this.#access.get(token)?.athleteId;
  }

  /** Returns whether an Authorization header contains the app's id and secret. */
  isClient(authorization: string | undefined): boolean {
    const { clientId, clientSecret } = this.#client;
    return authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  /** Ends a person's consent and deletes its tokens. */
  forget(athleteId: number): void {
    this.#consents.delete(athleteId);
    for (const [token, held] of this.#access) if (held.athleteId === athleteId) this.#access.delete(token);
  }

  #spend(text: string): Consent {
    const code = this.#codes.get(text);
    this.#codes.delete(text);
    if (!code || this.#world.now().since(code.issuedAt).total('minutes') > codeMinutes)
      throw stravaFault(400, 'AuthorizationCode', 'code', 'invalid');
    return this.#issue(code.athleteId, code.scopes);
  }

  #renewed(refreshToken: string): Consent {
    const consent = [...this.#consents.values()].find((one) => one.refreshToken === refreshToken);
    if (!consent) throw stravaFault(400, 'RefreshToken', 'refresh_token', 'invalid');
    const left = this.#world.now().until(consent.expiresAt).total('seconds');
    return left > keptAboveSeconds ? consent : this.#issue(consent.athleteId, consent.scopes);
  }

  #issue(athleteId: number, scopes: string[]): Consent {
    const expiresAt = this.#world.now().add({ seconds: accessSeconds }).round({
      smallestUnit: 'second',
      roundingMode: 'floor',
    });
    const consent = { athleteId, scopes, accessToken: newToken(), expiresAt, refreshToken: newToken() };
    this.#consents.set(athleteId, consent);
    this.#access.set(consent.accessToken, consent);
    return consent;
  }

  #tokenAnswer({ accessToken, refreshToken, expiresAt, scopes }: Consent): object {
    return {
      token_type: 'Bearer',
      access_token: accessToken,
      expires_at: expiresAt.epochMilliseconds / 1000,
      expires_in: Math.floor(this.#world.now().until(expiresAt).total('seconds')),
      refresh_token: refreshToken,
      scope: scopes.join(','),
    };
  }
}
