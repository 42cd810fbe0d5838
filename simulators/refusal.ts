import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

/** What a simulated service answers where it does not do what is asked; some answer nothing but the status. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object | undefined;

  constructor(status: number, body?: object) {
    super(`${status} ${JSON.stringify(body ?? {})}`);
    this.status = status;
    this.body = body;
  }
}

/** What a body says. Throws 400 with the reason where it does not fit the schema, such as a field that comes twice. */
export function told<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (!success) throw new Refusal(400, { problem: z.prettifyError(error) });
  return data;
}

/** Makes answers of the refusals that are thrown. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send(error.body);
  });
}
