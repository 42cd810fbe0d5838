import { createHash, randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** This platform's client at the simulated Google. */
export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

/** The parameters of the consent page or of a form, as received. */
export type QueryParams = Record<string, string | undefined>;

const prefix = 'https://www.googleapis.com/auth/googlehealth.';

/** The checkboxes on the consent page. */
export const googleScopes = {
  activity: `${prefix}activity_and_fitness.readonly`,
  location: `${prefix}location.readonly`,
  profile: `${prefix}profile.readonly`,
} as const;

interface Code {
  userId: string;
  asked: QueryParams;
  scopes: string[];
  hasRefreshToken: boolean;
  issuedAt: Temporal.Instant;
  isUsed: boolean;
}

interface Token {
  userId: string;
  scopes: string[];
  expiresAt: Temporal.Instant;
}

const codeMinutes = 10;
const accessSeconds = 3599;
/** The lifetime of a refresh token, in seconds, while Google has not verified the app. */
const testingSeconds = 604_799;
/** How long a refresh token may stay unused, in seconds, once Google has verified the app. */
const unusedSeconds = 183 * 86_400;

const refused = (error: string, description = error) =>
  new Refusal(400, { error, error_description: description });

/** The codes and tokens that the simulated Google has issued, with their lifetimes. */
export class GoogleConsents {
  /** Whether the app is still in testing, so that refresh tokens expire after a week. */
  isInTesting = false;
  readonly #world: World;
  readonly #client: GoogleClient;
  readonly #codes: Map<string, Code>;
  readonly #access: Map<string, Token>;
  readonly #refresh: Map<string, Token>;
  /** The scopes that each person has granted and not revoked. */
  readonly #granted: Map<string, Set<string>>;

  constructor(world: World, client: GoogleClient) {
    this.#world = world;
    this.#codes = world.state.map('Google codes');
    this.#access = world.state.map('Google access');
    this.#refresh = world.state.map('Google refresh');
    this.#granted = world.state.map('Google granted');
    this.#client = client;
  }

  /**
   * Checks the parameters of the consent page. Returns the scopes to show as checkboxes. Throws if a parameter is
   * invalid.
   */
  check(params: QueryParams): string[] {
    const scopes = params.scope?.split(' ') ?? [];
    const known: string[] = Object.values(googleScopes);
    const { redirect_uri = '', code_challenge: challenge } = params;
    if (params.client_id !== this.#client.clientId) throw new Refusal(401, { error: 'invalid_client' });
    if (!this.#client.redirectUris.includes(redirect_uri)) throw refused('redirect_uri_mismatch');
    if (params.response_type !== 'code') throw refused('unsupported_response_type');
    if (scopes.length === 0 || !scopes.every((scope) => known.includes(scope)))
      throw refused('invalid_scope');
    const isPkceWrong =
      challenge !== undefined && (params.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge));
    if (isPkceWrong) throw refused('invalid_request', 'code_challenge');
    return scopes;
  }

  /**
   * Issues a code for a person who ticked scopes, and stores the granted scopes. The code is valid once, for ten
   * minutes.
   */
  code(params: QueryParams, userId: string, ticked: string[]): { code: string; scopes: string[] } {
    const before = this.#granted.get(userId);
    const all = new Set([...(before ?? []), ...ticked]);
    this.#granted.set(userId, all);
    const scopes = params.include_granted_scopes === 'true' ? [...all] : ticked;
    const code = `4/${randomBytes(24).toString('base64url')}`;
    this.#codes.set(code, {
      userId,
      asked: params,
      scopes,
      hasRefreshToken: params.access_type === 'offline' && (!before || params.prompt === 'consent'),
      issuedAt: this.#world.now(),
      isUsed: false,
    });
    return { code, scopes };
  }

  /** Returns the token endpoint's response to a form. Throws a Refusal if the form is invalid. */
  answer(form: QueryParams): object {
    const { clientId, clientSecret } = this.#client;
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      throw new Refusal(401, {
        error: 'invalid_client',
        error_description: 'The OAuth client is not known.',
      });
    if (form.grant_type === 'authorization_code') return this.#spendCode(form);
    if (form.grant_type !== 'refresh_token') throw refused('unsupported_grant_type');
    const held = this.#held(this.#refresh, form.refresh_token);
    if (!held) throw refused('invalid_grant', 'Token has been expired or revoked.');
    if (!this.isInTesting) held.expiresAt = this.#world.now().add({ seconds: unusedSeconds });
    return this.#issueAccess(held.userId, held.scopes);
  }

  /** Returns the owner and scopes of an access token; undefined if the token is invalid. */
  holderOf(accessToken: string): Token | undefined {
    return this.#held(this.#access, accessToken);
  }

  /** Returns the owner of an access or refresh token. Throws a Refusal if the token is unknown. */
  userOf(token: string | undefined): string {
    const held = this.#held(this.#access, token) ?? this.#held(this.#refresh, token);
    if (!held) throw refused('invalid_token', 'Token expired or revoked');
    return held.userId;
  }

  /** Returns whether a person has given consent to read activities. */
  isGranted(userId: string): boolean {
    return this.#granted.get(userId)?.has(googleScopes.activity) ?? false;
  }

  /** Returns whether a person has a valid token. */
  hasTokens(userId: string): boolean {
    return [...this.#access.values(), ...this.#refresh.values()].some((held) => held.userId === userId);
  }

  /** Revokes a person's consent and all of its tokens. */
  forget(userId: string): void {
    this.#granted.delete(userId);
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, held] of tokens) if (held.userId === userId) tokens.delete(token);
  }

  #spendCode(form: QueryParams): object {
    const code = this.#codes.get(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (
      !code ||
      code.isUsed ||
      this.#world.now().since(code.issuedAt).total('minutes') > codeMinutes ||
      (code.asked.code_challenge !== undefined && code.asked.code_challenge !== challenge)
    )
      throw refused('invalid_grant', 'Malformed auth code.');
    if (code.asked.redirect_uri !== form.redirect_uri) throw refused('redirect_uri_mismatch');
    code.isUsed = true;
    const { userId, scopes } = code;
    const access = this.#issueAccess(userId, scopes);
    if (!code.hasRefreshToken) return access;
    const refreshToken = `1//${randomBytes(24).toString('base64url')}`;
    const seconds = this.isInTesting ? testingSeconds : unusedSeconds;
    this.#refresh.set(refreshToken, { userId, scopes, expiresAt: this.#world.now().add({ seconds }) });
    return {
      ...access,
      refresh_token: refreshToken,
      ...(this.isInTesting && { refresh_token_expires_in: testingSeconds }),
    };
  }

  #issueAccess(userId: string, scopes: string[]): object {
    const accessToken = `ya29.${randomBytes(24).toString('base64url')}`;
    const expiresAt = this.#world.now().add({ seconds: accessSeconds });
    this.#access.set(accessToken, { userId, scopes, expiresAt });
    return {
      access_token: accessToken,
      expires_in: accessSeconds,
      scope: scopes.join(' '),
      token_type: 'Bearer',
    };
  }

  #held(tokens: Map<string, Token>, token: string | undefined): Token | undefined {
    const held = tokens.get(token ?? '');
    return held && this.#world.now().until(held.expiresAt).sign > 0 ? held : undefined;
  }
}
