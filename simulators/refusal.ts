import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** An error answer of a simulated service; some have only a status. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object | undefined;

  constructor(status: number, body?: object) {
    super(`${status} ${JSON.stringify(body ?? {})}`);
    this.status = status;
    this.body = body;
  }
}

/** Parses a body. Throws 400 with the reason if it does not fit the schema, such as for a repeated field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (!success) throw new Refusal(400, { problem: z.prettifyError(error) });
  return data;
}

/** Turns thrown refusals into answers. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send(error.body);
  });
}
