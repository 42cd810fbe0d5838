import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** The IETF draft puts the key in quotes, which many clients omit. */
const written = /^"?([!#-~]{1,255})"?$/;

/** The `Idempotency-Key` header of a call that creates something; a second call with the same key creates nothing. */
export const idempotencyKey = z.looseObject({
  'idempotency-key': z.optional(z.string().check(z.regex(written, 'value.invalid'))),
});

/** Returns the idempotency key of a request; undefined if the client has sent none. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  (headers['idempotency-key'] as string | undefined)?.match(written)?.[1];
