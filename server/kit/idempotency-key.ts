import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** The IETF's draft has the key in quotes; many programs send it without. */
const written = /^"?([!#-~]{1,255})"?$/;

/** The header of a creating call: a repetition with the same key creates nothing more. */
export const idempotencyKey = z.looseObject({
  'idempotency-key': z.optional(z.string().check(z.regex(written, 'value.invalid'))),
});

/** The key of a call; undefined if the caller has not sent one. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  (headers['idempotency-key'] as string | undefined)?.match(written)?.[1];
