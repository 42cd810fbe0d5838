import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** An error response of a simulated service. Some errors have a status but no body. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object | undefined;

  constructor(status: number, body?: object) {
    super(`${status} ${JSON.stringify(body ?? {})}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * Parses a body. Throws 400 with the reason if the body does not match the schema, for example because a field is
 * repeated.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (!success) throw new Refusal(400, { problem: z.prettifyError(error) });
  return data;
}

/** Sends thrown refusals as error responses. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send(error.body);
  });
}
