import { generateKeyPairSync, type KeyObject, randomBytes, randomInt } from 'node:crypto';
import { jwtVerify } from 'jose';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** The settings of the client's project, for FITBIT_PROJECT and FITBIT_SERVICE_ACCOUNT. */
export interface ProjectSettings {
  number: string;
  account: { client_email: string; private_key: string; private_key_id: string };
}

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const accessSeconds = 3599;

/**
 * The client's project in the simulated Google Cloud. Servers authenticate with the project's service
 * account.
 */
export class GoogleProject {
  readonly settings: ProjectSettings;
  readonly #world: World;
  readonly #publicKey: KeyObject;
  /** The time at which each token expires, in milliseconds since 1970. */
  readonly #tokens = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#publicKey = publicKey;
    const number = String(randomInt(100_000_000_000, 200_000_000_000));
    this.settings = {
      number,
      account: {
        client_email: `challenge@project-${number}.iam.gserviceaccount.com`,
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        private_key_id: randomBytes(20).toString('hex'),
      },
    };
  }

  /**
   * Returns the token endpoint's response to an assertion by the service account. `audience` is the address of the
   * endpoint. Throws a Refusal if the assertion is invalid.
   */
  async answer(assertion: string | undefined, audience: string): Promise<object> {
    const { payload } = await jwtVerify(assertion ?? '', this.#publicKey, {
      issuer: this.settings.account.client_email,
      audience,
      algorithms: ['RS256'],
      maxTokenAge: '1h',
      currentDate: new Date(this.#world.now().epochMilliseconds),
      clockTolerance: 5,
    }).catch(() => {
      throw new Refusal(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
    });
    if (payload.scope !== scope) throw new Refusal(400, { error: 'invalid_scope' });
    const accessToken = `ya29.c.${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(accessToken, this.#world.now().epochMilliseconds + accessSeconds * 1000);
    return { access_token: accessToken, expires_in: accessSeconds, token_type: 'Bearer' };
  }

  isAccessToken(token: string): boolean {
    return (this.#tokens.get(token) ?? 0) > this.#world.now().epochMilliseconds;
  }
}
