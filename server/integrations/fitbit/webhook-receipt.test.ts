import fc from 'fast-check';
import fastify from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inMemory } from '../../testing/webhook-receiver.ts';
import type { Provider, ProviderMemory } from '../providers/provider.ts';
import { fitbit } from './fitbit.ts';

const entry = (value: string, changes: object = {}) => ({
  keyData: {
    typeUrl: 'type.googleapis.com/google.crypto.tink.EcdsaPublicKey',
    value,
    keyMaterialType: 'ASYMMETRIC_PUBLIC',
  },
  status: 'ENABLED',
  keyId: 2084914613,
  outputPrefixType: 'TINK',
  ...changes,
});

/** Signatures created with the reference implementation, for keys with and without a leading zero in a coordinate. */
const vectors = [
  {
    value:
      'EgYIAxACGAIaIErnmW0a12Gpr+Cc3RAEqFpLic8Oidlqdbopw9RIhHwAIiEA8DvU0lSTr8yL2otDGTuAB7sr03Tqjh3VS8pcdi1ZzVM=',
    signature:
      'AXxFRbUwRQIgFZWQl5adQQQ7kDYpXWVsuT2aNtd6MNQx5kd8Yo6z2dYCIQDXnc0DzMNabqLQdrPU+73kq5PNKVzMGZzCtk5bdPnHRQ==',
  },
  {
    value:
      'EgYIAxACGAIaIQC6wJCO5JdMaTIzC+1G7fC8swnBGp9Xi71zOHyVMasBUSIhAK1dc5Ql45GHhpnFv2yfuF6u5umQ9AYI8t/PPS9Mu6u8',
    signature:
      'AXxFRbUwRgIhALeA3U2DOxcH5JjlGNiHOLw8gwsgpD3TDUjbX+cCaUXjAiEAnWbfYQYWBp/p5oK6RUsPSccxlt+zVq6/BwUB5P0fel0=',
  },
] as const;
const body = '[{"data":{"version":"1"}}]';
const secret = 'Bearer a long random value';
const start = Temporal.Instant.from('2026-11-21T10:00:00Z');

let keyset: unknown;
let timesRead: number;
let baseUrl: string;
const keys = fastify();
keys.get('/keyset.json', async () => {
  timesRead += 1;
  return keyset;
});

beforeAll(async () => {
  baseUrl = await keys.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => keys.close());

let provider: Provider;
let memory: ProviderMemory;
beforeEach(async () => {
  provider = fitbit({ clientId: 'ours', clientSecret: 'secret', baseUrl });
  memory = inMemory();
  await memory.set('secret', secret);
  keyset = { primaryKeyId: 2084914613, key: [entry(vectors[0].value)] };
  timesRead = 0;
});

const receive = (
  signature: string | string[] | undefined,
  {
    now = start,
    received = body,
    authorization = secret,
  }: { now?: Temporal.Instant; received?: string; authorization?: string } = {},
) =>
  provider.receive(
    {
      method: 'POST',
      headers: { authorization, 'google-health-api-signature': signature },
      query: new URLSearchParams(),
      body: Buffer.from(received),
    },
    memory,
    now,
  );

const taken = { status: 204, store: true };
const forged = { status: 401, store: false };

describe('a webhook call from Google', () => {
  it('is accepted with a signature created by the reference implementation', async () => {
    for (const { value, signature } of vectors) {
      provider = fitbit({ clientId: 'ours', clientSecret: 'secret', baseUrl });
      keyset = { key: [{ status: 'DESTROYED' }, 7, entry(value)] };
      expect(await receive(signature)).toEqual(taken);
      expect(await receive(signature)).toEqual(taken);
      expect(await receive(signature, { received: `${body} ` })).toEqual(forged);
    }
  });

  it('is rejected if its signature, key, prefix or secret is wrong or missing', async () => {
    const [{ value, signature }, other] = vectors;
    const bytes = Buffer.from(signature, 'base64');
    const changed = (place: number) => {
      const copy = Buffer.from(bytes);
      copy[place] = (copy[place] ?? 0) ^ 1;
      return copy.toString('base64');
    };
    for (const wrong of [
      other.signature,
      changed(0),
      changed(1),
      changed(20),
      '',
      'AQ==',
      [signature],
      undefined,
    ])
      expect(await receive(wrong), String(wrong)).toEqual(forged);
    for (const authorization of ['', 'Bearer', `${secret}s`, secret.toLowerCase()])
      expect(await receive(signature, { authorization })).toEqual(forged);
    await memory.remove('secret');
    expect(await receive(signature)).toEqual(forged);
    expect(await receive(signature, { authorization: 'undefined' })).toEqual(forged);
    await memory.set('secret', secret);
    expect(await receive(signature)).toEqual(taken);
    for (const bad of [
      entry(value, { status: 'DISABLED' }),
      entry(value, { outputPrefixType: 'RAW' }),
      entry(value, { keyId: 2084914614 }),
      entry(value.replace('EgYIAxAC', 'EgYIAxAD')),
      entry(value.slice(0, 80)),
      entry(''),
      entry(`${value.slice(0, -8)}AAAAAAA=`),
    ]) {
      provider = fitbit({ clientId: 'ours', clientSecret: 'secret', baseUrl });
      keyset = { key: [bad] };
      expect(await receive(signature), JSON.stringify(bad)).toEqual(forged);
    }
  });

  it('is accepted but not stored if it is a verification call, and rejected if it is a GET request', async () => {
    const question = '{"type":"verification"}';
    expect(await receive(undefined, { received: question })).toEqual({ status: 200, store: false });
    expect(await receive(undefined, { received: question, authorization: '' })).toEqual(forged);
    const get = { method: 'GET' as const, headers: { authorization: secret }, query: new URLSearchParams() };
    expect(await provider.receive({ ...get, body: Buffer.alloc(0) }, memory, start)).toEqual({
      status: 405,
      store: false,
    });
  });

  it('is verified with keys that are at most a day old and refetched at most once a minute', async () => {
    const [first, second] = vectors;
    expect(await receive(first.signature)).toEqual(taken);
    expect(await receive(first.signature, { now: start.add({ hours: 23 }) })).toEqual(taken);
    expect(timesRead).toBe(1);
    keyset = { key: [entry(second.value)] };
    const nextDay = start.add({ hours: 24 });
    expect(await receive(second.signature, { now: nextDay })).toEqual(taken);
    expect(timesRead).toBe(2);
    keyset = { key: [entry(second.value, { keyId: 5 })] };
    const bytes = Buffer.from(second.signature, 'base64');
    bytes.writeUInt32BE(5, 1);
    const renamed = bytes.toString('base64');
    bytes.writeUInt32BE(6, 1);
    const unknown = bytes.toString('base64');
    expect(await receive(unknown, { now: nextDay })).toEqual(forged);
    expect(await receive(unknown, { now: nextDay.add({ seconds: 59 }) })).toEqual(forged);
    expect(timesRead).toBe(3);
    expect(await receive(renamed, { now: nextDay })).toEqual(taken);
    expect(await receive(unknown, { now: nextDay.add({ seconds: 60 }) })).toEqual(forged);
    expect(timesRead).toBe(4);
  });

  it('gets status 503 if Google’s keys are invalid', async () => {
    for (keyset of [{}, [], { key: 7 }, 'none'])
      expect(await receive(vectors[0].signature)).toEqual({ status: 503, store: false });
  });

  it('never causes an exception, whatever it contains', async () => {
    const prefix = Buffer.from(vectors[0].signature, 'base64').subarray(0, 5);
    const signature = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array().map((bytes) => Buffer.concat([prefix, bytes]).toString('base64')),
      fc.array(fc.string()),
      fc.constant(vectors[0].signature),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        signature,
        fc.constantFrom(secret, '', 'Bearer'),
        async (received, signed, authorization) => {
          const { status, store } = await receive(signed, { received, authorization });
          expect([status, store]).toEqual([401, false]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
