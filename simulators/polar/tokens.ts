import { randomBytes, randomUUID } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** This platform's client at the simulated Polar. */
export interface PolarClient {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

/** The parameters of the consent page or of a form, as received. */
export type QueryParams = Record<string, string | undefined>;

interface Code {
  userId: number;
  redirectUri: string | undefined;
  issuedAt: Temporal.Instant;
  isUsed: boolean;
}

const codeMinutes = 10;

/** The reported lifetime of a token, in seconds: about a year. In practice, tokens do not expire. */
const expiresIn = 31_535_999;

/** The codes and tokens that the simulated Polar has issued. */
export class PolarConsents {
  readonly #world: World;
  readonly #client: PolarClient;
  readonly #codes: Map<string, Code>;
  readonly #tokens: Map<string, number>;

  constructor(world: World, client: PolarClient) {
    this.#world = world;
    this.#codes = world.state.map('Polar codes');
    this.#tokens = world.state.map('Polar tokens');
    this.#client = client;
  }

  /** Throws if the parameters of the consent page are invalid. */
  check(params: QueryParams): void {
    if (params.client_id !== this.#client.clientId) throw new Refusal(400, { error: 'invalid_client' });
    if (params.redirect_uri !== undefined && !this.#client.redirectUris.includes(params.redirect_uri))
      throw new Refusal(400, { error: 'invalid_request' });
    if (params.response_type !== 'code') throw new Refusal(400, { error: 'unsupported_response_type' });
    if (params.scope !== undefined && params.scope !== 'accesslink.read_all')
      throw new Refusal(400, { error: 'invalid_scope' });
  }

  /** Returns the redirect address: the requested one, or else the client's first. */
  returnAddress(params: QueryParams): string {
    return params.redirect_uri ?? this.#client.redirectUris[0] ?? '';
  }

  code(params: QueryParams, userId: number): string {
    const code = randomUUID().replaceAll('-', '');
    const { redirect_uri: redirectUri } = params;
    this.#codes.set(code, { userId, redirectUri, issuedAt: this.#world.now(), isUsed: false });
    return code;
  }

  /** Throws if a call does not have the client's credentials (HTTP Basic). */
  checkClient(authorization: string | undefined): void {
    const { clientId, clientSecret } = this.#client;
    const wanted = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (authorization !== wanted) throw new Refusal(401, { error: 'invalid_client' });
  }

  /** Returns the token endpoint's response to a form. If a code is used twice, deletes all tokens of its owner. */
  answer(form: QueryParams): object {
    if (form.grant_type !== 'authorization_code') throw new Refusal(400, { error: 'unsupported_grant_type' });
    const code = this.#codes.get(form.code ?? '');
    if (code?.isUsed) this.forget(code.userId);
    const isGood =
      code &&
      !code.isUsed &&
      this.#world.now().since(code.issuedAt).total('minutes') <= codeMinutes &&
      code.redirectUri === form.redirect_uri;
    if (!isGood) throw new Refusal(400, { error: 'invalid_grant' });
    code.isUsed = true;
    const accessToken = randomBytes(16).toString('base64url');
    this.#tokens.set(accessToken, code.userId);
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: expiresIn,
      x_user_id: code.userId,
    };
  }

  /** Returns the owner of an access token; undefined if the token is invalid. */
  holderOf(accessToken: string): number | undefined {
    return this.#tokens.get(accessToken);
  }

  /** Deletes all tokens of a person. */
  forget(userId: number): void {
    for (const [token, held] of this.#tokens) if (held === userId) this.#tokens.delete(token);
  }
}
