import type { FastifyInstance } from 'fastify';

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

/** Makes answers of the refusals that are thrown. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send(error.body);
  });
}
