import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import { callService } from '../providers/provider-call.ts';

/** A public key in Tink's format. Keys of other kinds are ignored. */
const Key = z.object({
  keyId: z.int().nonnegative(),
  status: z.literal('ENABLED'),
  outputPrefixType: z.literal('TINK'),
  keyData: z.object({
    typeUrl: z.literal('type.googleapis.com/google.crypto.tink.EcdsaPublicKey'),
    value: z.base64(),
  }),
});
const Keyset = z.object({ key: z.array(z.unknown()) });

/** The public keys by id, and when they were fetched. */
interface Kept {
  readAt: Temporal.Instant;
  keys: Map<number, KeyObject>;
}

/** Google changes its keys about once a month and allows clients to cache them for this long. */
const keptHours = 24;

/** The minimum time between two refetches for unknown key ids, in seconds. */
const againAfterSeconds = 60;

/**
 * The time limit for fetching the keys, in milliseconds. The webhook call waits for the keys, and Google retries the
 * call if it fails.
 */
const deadline = 3000;

/** The length of Tink's signature prefix: the byte 1, then the key id in four bytes. */
const prefixLength = 5;

/** Google's public keys, fetched again once a day and whenever a key id is unknown. */
export class FitbitKeyset {
  readonly #address: string;
  #kept: Kept | undefined;
  #reading: Promise<Kept> | undefined;
  /** When an unknown key id last triggered a refetch. */
  #refetchedAt: Temporal.Instant | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /** Returns whether Google signed this body. Throws a ProviderError `down` if the keys cannot be fetched. */
  async hasSigned(
    body: Buffer,
    signature: string | string[] | undefined,
    now: Temporal.Instant,
  ): Promise<boolean> {
    if (typeof signature !== 'string') return false;
    const bytes = Buffer.from(signature, 'base64');
    if (bytes.length <= prefixLength || bytes[0] !== 1) return false;
    const key = await this.#key(bytes.readUInt32BE(1), now);
    return key !== undefined && verify('sha256', body, key, bytes.subarray(prefixLength));
  }

  async #key(id: number, now: Temporal.Instant): Promise<KeyObject | undefined> {
    const isFresh = this.#kept && now.since(this.#kept.readAt).total('hours') < keptHours;
    const { keys } = this.#kept && isFresh ? this.#kept : await this.#read(now);
    if (keys.has(id) || this.#hasRefetched(now)) return keys.get(id);
    this.#refetchedAt = now;
    return (await this.#read(now)).keys.get(id);
  }

  #hasRefetched(now: Temporal.Instant): boolean {
    const before = this.#refetchedAt;
    const isLately = before !== undefined && now.since(before).total('seconds') < againAfterSeconds;
    return isLately && this.#reading === undefined;
  }

  /** Fetches the keys; concurrent callers share one request. */
  #read(now: Temporal.Instant): Promise<Kept> {
    this.#reading ??= this.#fetch(now).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #fetch(now: Temporal.Instant): Promise<Kept> {
    const { key } = parsedAnswer('Google', Keyset, await callService(this.#address, { deadline }));
    const keys = new Map<number, KeyObject>();
    for (const one of key) {
      const { data: reported } = Key.safeParse(one);
      const publicKey = reported && publicKeyOf(Buffer.from(reported.keyData.value, 'base64'));
      if (reported && publicKey) keys.set(reported.keyId, publicKey);
    }
    this.#kept = { readAt: now, keys };
    return this.#kept;
  }
}

/**
 * The field numbers of the message `EcdsaPublicKey`: 2 contains the hash, curve and encoding; 3 and 4 contain the
 * coordinates.
 */
const [paramsField, xField, yField] = [2, 3, 4];

/** SHA-256, P-256 and DER, the only parameters that Google uses. */
const params = Buffer.from([0x08, 3, 0x10, 2, 0x18, 2]);

/** The length of a coordinate on the curve P-256, in bytes. */
const coordinateLength = 32;

/** Decodes the public key in Tink's Protocol Buffers message. Returns undefined for a key of another kind. */
function publicKeyOf(message: Buffer): KeyObject | undefined {
  const fields = fieldsOf(message);
  const [x, y] = [xField, yField].map((field) => coordinate(fields.get(field)));
  if (!fields.get(paramsField)?.equals(params) || !x || !y) return undefined;
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  } catch {
    return undefined;
  }
}

/** Returns the byte fields of a message by field number. Assumes that each field is shorter than 128 bytes. */
function fieldsOf(message: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at < message.length; ) {
    const tag = message[at] ?? 0;
    const length = message[at + 1] ?? 0;
    // The only other field is the version, a number that is omitted if zero.
    const isBytes = (tag & 7) === 2;
    if (isBytes) fields.set(tag >> 3, message.subarray(at + 2, at + 2 + length));
    at += 2 + (isBytes ? length : 0);
  }
  return fields;
}

/** Encodes a coordinate in base64url, without a sign byte and padded with leading zeros. */
function coordinate(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined;
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  if (significant.length > coordinateLength) return undefined;
  return Buffer.concat([Buffer.alloc(coordinateLength - significant.length), significant]).toString(
    'base64url',
  );
}
