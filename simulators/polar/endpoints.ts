import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { answerRefusals, Refusal } from '../refusal.ts';
import type { PolarMember } from './members.ts';
import type { SimulatedPolar } from './polar.ts';

const Form = z.record(z.string(), z.string());
const Id = z.object({ id: z.string() });
const UserId = z.object({ id: z.coerce.number() });

/** Serves the endpoints that a client calls at the simulated Polar. */
export function polarSimulator(polar: SimulatedPolar) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(fastifyFormBody);
    answerRefusals(app);

    app.post('/v2/oauth2/token', async (request) => {
      polar.consents.checkClient(request.headers.authorization);
      return polar.consents.answer(Form.safeParse(request.body).data ?? {});
    });

    await app.register(polarData(polar));
  };
}

/** Serves the calls that count towards the limits. Every response has headers with these limits. */
function polarData(polar: SimulatedPolar) {
  return async (app: FastifyInstance): Promise<void> => {
    answerRefusals(app);
    app.addHook('onRequest', async ({ headers }, reply) => {
      const people = polar.members.all().filter(({ registration }) => registration).length;
      const { headers: limits, isTooMany } = polar.limits.take(people);
      reply.headers(limits);
      if (isTooMany) throw new Refusal(429);
      if (!headers.accept?.includes('application/json')) throw new Refusal(406);
    });

    /** Returns the member whose token the request contains. Throws 401 without a body if the token is invalid. */
    const caller = ({ headers }: FastifyRequest): PolarMember => {
      const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
      const userId = polar.consents.holderOf(token);
      if (userId === undefined) throw new Refusal(401);
      return polar.members.one(userId);
    };
    /**
     * Returns the caller if they are registered. Throws 403 otherwise, because Polar returns data only about registered
     * people.
     */
    const registered = (request: FastifyRequest): PolarMember => {
      const member = caller(request);
      if (!member.registration) throw new Refusal(403);
      return member;
    };
    /** Returns the caller if the address contains their own id. Throws 403 otherwise. */
    const own = (request: FastifyRequest): PolarMember => {
      const member = registered(request);
      if (UserId.safeParse(request.params).data?.id !== member.userId) throw new Refusal(403);
      return member;
    };

    app.post('/v3/users', async (request) => polar.register(caller(request), request.body));
    app.get('/v3/users/:id', async (request) => polar.personOf(own(request)));
    app.delete('/v3/users/:id', async (request, reply) => {
      polar.uncouple(own(request).userId);
      return reply.code(204).send();
    });

    app.get('/v3/exercises', async (request) => polar.members.listed(registered(request)));
    app.get('/v3/exercises/:id', async (request) =>
      polar.exercise(registered(request), Id.parse(request.params).id),
    );
    app.get('/v3/users/activities', async (request) =>
      [...registered(request).steps].map(([day, steps]) => ({
        start_time: `${day}T00:00:00`,
        end_time: `${day}T23:59:59`,
        active_duration: 'PT2H',
        calories: 2000,
        active_calories: 600,
        steps,
        distance_from_steps: Math.round(steps * 0.7),
      })),
    );

    await app.register(webhookCalls(polar));
  };
}

function webhookCalls({ consents, webhooks }: SimulatedPolar) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async ({ headers }) => consents.checkClient(headers.authorization));
    app.get('/v3/webhooks', async () => webhooks.list());
    app.post('/v3/webhooks', async ({ body }, reply) => reply.code(201).send(await webhooks.create(body)));
    app.patch('/v3/webhooks/:id', async ({ params, body }) => webhooks.change(Id.parse(params).id, body));
    app.delete('/v3/webhooks/:id', async ({ params }, reply) => {
      webhooks.remove(Id.parse(params).id);
      return reply.code(204).send();
    });
    for (const [action, active] of [
      ['activate', true],
      ['deactivate', false],
    ] as const)
      app.post(`/v3/webhooks/${action}`, async (_request, reply) =>
        webhooks.setActive(active) ? reply.code(200).send() : reply.code(204).send(),
      );
  };
}
