import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Encrypts stored secrets, such as tokens. */
export interface Encryptor {
  /**
   * Encrypts a text. `place` says where the text is stored; decrypting it for another place fails. The nonce is random,
   * unless the caller passes one, which must never be used for another text.
   */
  encrypt(place: string, text: string, nonce?: Buffer): string;
  /** Decrypts a text. Throws if the text was changed, moved, or encrypted with another secret. */
  decrypt(place: string, encrypted: string): string;
}

/** The lengths of the nonce and the tag in AES-GCM, in bytes (NIST SP 800-38D). */
const nonceLength = 12;
const tagLength = 16;

/**
 * Derives a key for one purpose from a secret. Returns a key object, because with the bytes of a key, each encryption or
 * hash takes several times as long.
 */
export const keyFrom = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

/** Returns an encryptor that uses AES-256-GCM with a key derived from the installation's secret. */
export function encryptorOf(secret: string): Encryptor {
  const key = keyFrom(secret, 'sealed texts');
  return {
    encrypt(place, text, nonce = randomBytes(nonceLength)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
    },
    decrypt(place, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const nonce = bytes.subarray(0, nonceLength);
      const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const hidden = bytes.subarray(nonceLength + tagLength);
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
    },
  };
}
