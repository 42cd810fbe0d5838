import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** This platform's client at the simulated Garmin. */
export interface GarminClient {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

/** The parameters of the consent page, as the browser sent them. */
export type QueryParams = Record<string, string | undefined>;

interface Code {
  userId: string;
  redirectUri: string;
  challenge: string;
  issuedAt: Temporal.Instant;
  isUsed: boolean;
}

interface Token {
  userId: string;
  expiresAt: Temporal.Instant;
}

const codeMinutes = 10;
const accessSeconds = 86_400;
const refreshSeconds = 7_775_998;

/** The codes and tokens that the simulated Garmin has issued, with their lifetimes. */
export class GarminConsents {
  readonly #world: World;
  readonly #client: GarminClient;
  readonly #codes: Map<string, Code>;
  readonly #access: Map<string, Token>;
  readonly #refresh: Map<string, Token>;

  constructor(world: World, client: GarminClient) {
    this.#world = world;
    this.#codes = world.state.map('Garmin codes');
    this.#access = world.state.map('Garmin access');
    this.#refresh = world.state.map('Garmin refresh');
    this.#client = client;
  }

  /** Throws if the parameters of the consent page are invalid. */
  check(params: QueryParams): void {
    const problem =
      params.response_type !== 'code'
        ? 'response_type'
        : params.client_id !== this.#client.clientId
          ? 'client_id'
          : !this.#client.redirectUris.includes(params.redirect_uri ?? '')
            ? 'redirect_uri'
            : !/^[\w-]{43}$/.test(params.code_challenge ?? '')
              ? 'code_challenge'
              : params.code_challenge_method !== 'S256'
                ? 'code_challenge_method'
                : undefined;
    if (problem) throw new Refusal(400, { error: 'invalid_request', error_description: problem });
  }

  /** Issues a code for a person who agreed. The code is valid once, for ten minutes. */
  code(params: QueryParams, userId: string): string {
    const code = randomUUID();
    this.#codes.set(code, {
      userId,
      redirectUri: params.redirect_uri ?? '',
      challenge: params.code_challenge ?? '',
      issuedAt: this.#world.now(),
      isUsed: false,
    });
    return code;
  }

  /**
   * Returns the token endpoint's response to a form, and the owner of the tokens. Throws a Refusal if the form is
   * invalid.
   */
  answer(form: QueryParams): { userId: string; isNew: boolean; tokens: object } {
    const { clientId, clientSecret } = this.#client;
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      throw new Refusal(401, { error: 'invalid_client' });
    if (form.grant_type === 'authorization_code') {
      const userId = this.#spendCode(form);
      return { userId, isNew: true, tokens: this.#issue(userId) };
    }
    if (form.grant_type !== 'refresh_token') throw new Refusal(400, { error: 'unsupported_grant_type' });
    const userId = this.#holder(this.#refresh, form.refresh_token);
    if (!userId) throw new Refusal(400, { error: 'invalid_grant' });
    this.#refresh.delete(form.refresh_token ?? '');
    return { userId, isNew: false, tokens: this.#issue(userId) };
  }

  /** Returns the owner of an access token; undefined if the token is invalid. */
  holderOf(accessToken: string): string | undefined {
    return this.#holder(this.#access, accessToken);
  }

  /** Deletes a person's access tokens, as if they had expired. With `all`, deletes the refresh tokens too. */
  forget(userId: string, all: boolean): void {
    for (const tokens of all ? [this.#access, this.#refresh] : [this.#access])
      for (const [token, held] of tokens) if (held.userId === userId) tokens.delete(token);
  }

  #spendCode(form: QueryParams): string {
    const code = this.#codes.get(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (
      !code ||
      code.isUsed ||
      this.#world.now().since(code.issuedAt).total('minutes') > codeMinutes ||
      code.redirectUri !== form.redirect_uri ||
      code.challenge !== challenge
    )
      throw new Refusal(400, { error: 'invalid_grant' });
    code.isUsed = true;
    return code.userId;
  }

  /** Issues a new access token and a new refresh token. */
  #issue(userId: string): object {
    const accessToken = randomBytes(24).toString('base64url');
    const refreshToken = randomBytes(24).toString('base64url');
    const now = this.#world.now();
    this.#access.set(accessToken, { userId, expiresAt: now.add({ seconds: accessSeconds }) });
    this.#refresh.set(refreshToken, { userId, expiresAt: now.add({ seconds: refreshSeconds }) });
    return {
      access_token: accessToken,
      expires_in: accessSeconds,
      token_type: 'bearer',
      refresh_token: refreshToken,
      scope: 'PARTNER_WRITE PARTNER_READ CONNECT_READ CONNECT_WRITE',
      jti: randomUUID(),
      refresh_token_expires_in: refreshSeconds,
    };
  }

  #holder(tokens: Map<string, Token>, token: string | undefined): string | undefined {
    const held = tokens.get(token ?? '');
    return held && this.#world.now().until(held.expiresAt).sign > 0 ? held.userId : undefined;
  }
}
