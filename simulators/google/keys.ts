import { generateKeyPairSync, type KeyObject, randomInt, sign } from 'node:crypto';

interface Key {
  id: number;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** The signing keys of the simulated Google, in Tink's format. */
export class GoogleKeys {
  /** How many times the public keys were fetched. */
  timesRead = 0;
  #keys: Key[] = [newKey()];

  /** Signs with a new key from now on. Earlier keys stay valid. */
  rotate(): void {
    this.#keys = [newKey(), ...this.#keys];
  }

  /** Returns the signature of a body in base64: the byte 1, the key id in four bytes, and the signature in DER. */
  signature(body: string): string {
    const { id, privateKey } = this.#current();
    const prefix = Buffer.alloc(5);
    prefix[0] = 1;
    prefix.writeUInt32BE(id, 1);
    return Buffer.concat([prefix, sign('sha256', Buffer.from(body), privateKey)]).toString('base64');
  }

  /** Returns the set of public keys. */
  keyset(): object {
    this.timesRead += 1;
    return {
      primaryKeyId: this.#current().id,
      key: this.#keys.map(({ id, publicKey }) => ({
        keyData: {
          typeUrl: 'type.googleapis.com/google.crypto.tink.EcdsaPublicKey',
          value: messageOf(publicKey).toString('base64'),
          keyMaterialType: 'ASYMMETRIC_PUBLIC',
        },
        status: 'ENABLED',
        keyId: id,
        outputPrefixType: 'TINK',
      })),
    };
  }

  #current(): Key {
    const [key] = this.#keys;
    if (!key) throw new Error('there is always a key');
    return key;
  }
}

const newKey = (): Key => ({
  id: randomInt(1, 2 ** 32),
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});

/** Encodes a key as the Protocol Buffers message `EcdsaPublicKey`: SHA-256, P-256, DER, and the coordinates. */
function messageOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    field(2, Buffer.from([0x08, 3, 0x10, 2, 0x18, 2])),
    field(3, positive(Buffer.from(x, 'base64url'))),
    field(4, positive(Buffer.from(y, 'base64url'))),
  ]);
}

const field = (number: number, bytes: Buffer) =>
  Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);

/** Adds a leading zero byte if the number would otherwise be negative. */
const positive = (bytes: Buffer) =>
  (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
