import { createHmac, type KeyObject } from 'node:crypto';
import type { Kysely, KyselyPlugin, PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { type Encryptor, encryptorOf, keyFrom } from './encryption.ts';
import type { Tables } from './tables.ts';

/** The source of every received activity and record, as stored in employer-blind mode. */
export const hiddenSource = 'received' as never;

/** The minimum length of encrypted details, in bytes. Longer details are padded to twice, four times, … this length. */
const shortestDetails = 512;
/** The minimum length of other encrypted texts, in bytes, which is enough for the tokens of every service. */
const shortestText = 4096;

/**
 * Implements employer-blind mode: encrypts the details of workouts with a key that is not in the database. An instance
 * belongs to a database handle and its transactions, and decrypts the rows that they read. The values in the column
 * `details` of a person's row replace the columns of the same names, and `record_details` becomes a list of such
 * values.
 */
export class WorkoutDetails implements KyselyPlugin {
  /** The details key, from which other keys are derived. */
  readonly key: string;
  /** Encrypts other texts that reveal a person's services; hides their lengths. */
  readonly encryptor: Encryptor;
  readonly #encryptor: Encryptor;
  readonly #hashKey: KeyObject;

  constructor(key: string) {
    this.key = key;
    this.#encryptor = paddedEncryptor(encryptorOf(key), shortestDetails);
    this.encryptor = paddedEncryptor(encryptorOf(key), shortestText);
    this.#hashKey = keyFrom(key, 'hashes of details');
  }

  /** Encrypts values for a row of a person. They cannot be decrypted in another person's row. */
  encrypt(personId: number, values: object): string {
    return this.#encryptor.encrypt(placeOf(personId), JSON.stringify(values));
  }

  /** Returns a hash by which a value can be found. Without the key, nobody can guess the value from the hash. */
  hash(...parts: (string | number)[]): string {
    return createHmac('sha256', this.#hashKey).update(JSON.stringify(parts)).digest('base64url');
  }

  /** Encrypts a text so that the same text always gives the same result, which the database can compare. */
  encryptRepeatably(place: string, text: string): string {
    const nonce = createHmac('sha256', this.#hashKey)
      .update(`nonce ${place} ${text}`)
      .digest()
      .subarray(0, 12);
    return this.#encryptor.encrypt(place, text, nonce);
  }

  decrypt(place: string, encrypted: string): string {
    return this.#encryptor.decrypt(place, encrypted);
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      const { person_id: personId, details, record_details: ofRecords } = row;
      const read = (encrypted: unknown) =>
        JSON.parse(this.#encryptor.decrypt(placeOf(Number(personId)), String(encrypted)), revived);
      if (typeof details === 'string') Object.assign(row, read(details));
      if (Array.isArray(ofRecords)) row.record_details = ofRecords.map(read);
    }
    return result;
  }
}

const placeOf = (personId: number) => `details of ${personId}`;

const revived = (key: string, value: unknown) =>
  key.endsWith('_at') && typeof value === 'string' ? Temporal.Instant.from(value) : value;

/** Returns the encryption of details for a database handle; undefined if employer-blind mode is off. */
export const detailsOf = (db: Kysely<Tables>): WorkoutDetails | undefined =>
  db.getExecutor().plugins.find((plugin) => plugin instanceof WorkoutDetails);

/** Returns the time to store for something that happened to a workout: in employer-blind mode, only the day. */
export const storedMoment = (db: Kysely<Tables>, at: Temporal.Instant): Temporal.Instant =>
  detailsOf(db) ? Temporal.Instant.from(`${at.toString().slice(0, 10)}T00:00:00Z`) : at;

/**
 * Returns an encryptor that pads texts with NUL to `shortest` bytes, or to twice, four times, … as many, so that their
 * lengths reveal little.
 */
function paddedEncryptor({ encrypt, decrypt }: Encryptor, shortest: number): Encryptor {
  return {
    encrypt(place, text, nonce) {
      const length = Buffer.byteLength(text);
      const padded = shortest * 2 ** Math.max(0, Math.ceil(Math.log2(length / shortest)));
      return encrypt(place, text + '\0'.repeat(padded - length), nonce);
    },
    decrypt: (place, encrypted) => decrypt(place, encrypted).replace(/\0+$/, ''),
  };
}
