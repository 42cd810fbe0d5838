import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { answerRefusals } from '../refusal.ts';
import { googleErrors } from './errors.ts';
import type { SimulatedGoogle } from './google.ts';
import type { GoogleMember } from './members.ts';
import { pageOf } from './paging.ts';
import { googleScopes } from './tokens.ts';

const Strings = z.record(z.string(), z.string());
const stringsIn = (reported: unknown): Record<string, string | undefined> =>
  Strings.safeParse(reported).data ?? {};

const bearerOf = ({ headers }: FastifyRequest) =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

const dataPoints = '/v4/users/me/dataTypes/exercise/dataPoints';

/**
 * Serves the endpoints that a client calls at the simulated Google. `address` returns the base address, without a
 * trailing slash.
 */
export function googleSimulator(google: SimulatedGoogle, address: () => string) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(fastifyFormBody);
    answerRefusals(app);

    app.post('/token', async ({ body }) => {
      const form = stringsIn(body);
      const isOfProject = form.grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
      return isOfProject
        ? google.project.answer(form.assertion, `${address()}/token`)
        : google.consents.answer(form);
    });
    app.post('/revoke', async ({ body, query }) => {
      await google.uncouple(google.consents.userOf(stringsIn(body).token ?? stringsIn(query).token));
      return {};
    });
    app.get('/keyset.json', async () => google.keys.keyset());

    await app.register(healthData(google));
    await app.register(subscriberCalls(google));
    await app.register(legacyFitbit);
  };
}

/** Serves people's health data. */
function healthData(google: SimulatedGoogle) {
  return async (app: FastifyInstance): Promise<void> => {
    /**
     * Returns the member whose token the request contains. Throws a Refusal if the token is invalid, if it lacks the
     * scope, or if the member has no profile.
     */
    const caller = (request: FastifyRequest, needsActivity = true): GoogleMember => {
      const held = google.consents.holderOf(bearerOf(request));
      if (!held) throw googleErrors.noCredentials();
      const member = google.members.one(held.userId);
      google.count(member);
      if (needsActivity && !held.scopes.includes(googleScopes.activity)) throw googleErrors.noScope();
      if (!member.isLinked) throw googleErrors.notLinked();
      return member;
    };

    app.get('/v4/users/me/identity', async (request) => ({
      name: 'users/me/identity',
      legacyUserId: '8Z4K2N',
      healthUserId: caller(request, false).healthUserId,
    }));
    app.get(dataPoints, async (request) => {
      const member = caller(request);
      const { found, ...next } = pageOf([...member.dataPoints.values()], stringsIn(request.query));
      return { ...(found.length > 0 && { dataPoints: found }), ...next };
    });
    app.get<{ Params: { id: string } }>(`${dataPoints}/:id`, async (request) =>
      google.dataPoint(caller(request), request.params.id),
    );
    // In a route, a double colon stands for a plain colon, because a single colon would start a parameter.
    app.get(`${dataPoints}::reconcile`, async (request) => ({
      dataPoints: google.reconciled(caller(request), stringsIn(request.query).dataSourceFamily ?? ''),
    }));
  };
}

/** Serves the endpoints with which the project manages its webhook subscribers, using its service account. */
function subscriberCalls({ project, subscribers }: SimulatedGoogle) {
  return async (app: FastifyInstance): Promise<void> => {
    const { number } = project.settings;
    app.addHook('preHandler', async (request) => {
      if (!project.isAccessToken(bearerOf(request))) throw googleErrors.noCredentials();
      if (stringsIn(request.params).project !== number) throw googleErrors.projectDenied();
    });
    const all = '/v4/projects/:project/subscribers';
    app.get(all, async () => subscribers.list(number));
    app.post(all, async ({ query, body }) => subscribers.create(number, stringsIn(query).subscriberId, body));
    const one = `${all}/:id`;
    app.patch<{ Params: { id: string } }>(one, async ({ params, query, body }) =>
      subscribers.change(number, params.id, stringsIn(query).updateMask, body),
    );
    app.delete<{ Params: { id: string } }>(one, async ({ params }) => {
      subscribers.remove(params.id);
      return {};
    });
  };
}

/** Responds with 410 to calls of Fitbit's own Web API, which was switched off on 2 November 2026. */
async function legacyFitbit(app: FastifyInstance): Promise<void> {
  const gone = { errors: [{ errorType: 'gone', message: 'The Fitbit Web API has been switched off.' }] };
  for (const url of ['/oauth2/authorize', '/oauth2/token', '/oauth2/revoke', '/1/*'])
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url,
      handler: async (_request, reply) => reply.code(410).send({ ...gone, success: false }),
    });
}
