import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { answerRefusals } from '../refusal.ts';
import { jsonOf } from '../wide-numbers.ts';
import { stravaFault } from './errors.ts';
import type { StravaMember } from './members.ts';
import type { SimulatedStrava } from './strava.ts';

const Strings = z.record(z.string(), z.string());
const Id = z.object({ id: z.string() });
const Range = z.object({
  after: z.coerce.number().optional(),
  before: z.coerce.number().optional(),
  page: z.coerce.number().int().positive().default(1),
  per_page: z.coerce.number().int().positive().default(30),
});

/** Returns the parameters of a call, from its query and its form. */
const wordsOf = ({ query, body }: FastifyRequest) => ({
  ...Strings.safeParse(query).data,
  ...Strings.safeParse(body).data,
});

const bearerOf = ({ headers }: FastifyRequest) =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Serves the endpoints that a client calls at the simulated Strava. */
export function stravaSimulator(strava: SimulatedStrava) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(fastifyFormBody);
    answerRefusals(app);

    app.post('/oauth/token', async (request) => {
      const { newFor, tokens } = strava.consents.answer(wordsOf(request));
      if (newFor === undefined) return tokens;
      return { ...tokens, athlete: strava.members.athleteOf(strava.members.one(newFor), 2) };
    });

    app.post('/oauth/revoke', async (request, reply) => {
      if (!strava.consents.isClient(request.headers.authorization))
        throw stravaFault(401, 'Application', 'client_secret', 'invalid');
      const athleteId = strava.consents.ownerOf(wordsOf(request).token ?? '');
      if (athleteId !== undefined) await strava.uncouple(athleteId);
      return reply.code(200).send();
    });

    app.post('/oauth/deauthorize', async (request) => {
      const accessToken = bearerOf(request);
      const consent = strava.consents.holderOf(accessToken);
      if (!consent) throw stravaFault(401, 'Athlete', 'access_token', 'invalid');
      await strava.uncouple(consent.athleteId);
      return { access_token: accessToken };
    });

    await app.register(stravaData(strava), { prefix: '/api/v3' });
  };
}

/** Serves the calls that count towards the limits. Every response has headers with these limits. */
function stravaData(strava: SimulatedStrava) {
  return async (app: FastifyInstance): Promise<void> => {
    answerRefusals(app);
    app.setReplySerializer(jsonOf);
    app.addHook('onRequest', async ({ method }, reply) => {
      const { headers, isTooMany } = strava.limits.take(method === 'GET');
      reply.headers(headers);
      if (isTooMany) throw stravaFault(429, 'Application', 'rate limit', 'exceeded');
      if (strava.isInactive) throw stravaFault(403, 'Application', 'Status', 'Inactive');
    });

    /**
     * Returns the member whose token is in the header; tokens elsewhere are ignored. Throws 401 if the token is
     * invalid.
     */
    const caller = (request: FastifyRequest): StravaMember => {
      const consent = strava.consents.holderOf(bearerOf(request));
      if (!consent) throw stravaFault(401, 'Athlete', 'access_token', 'invalid');
      return strava.members.one(consent.athleteId);
    };
    /** Returns the caller if they have granted access to their activities. Throws 401 otherwise. */
    const reader = (request: FastifyRequest): StravaMember => {
      const member = caller(request);
      const scopes = strava.consents.scopesOf(member.athleteId);
      if (!scopes.some((scope) => scope.startsWith('activity:read')))
        throw stravaFault(401, 'AccessToken', 'activity:read_permission', 'missing');
      return member;
    };

    app.get('/athlete', async (request) => strava.members.athleteOf(caller(request), 3));
    app.get('/athlete/activities', async (request) => {
      const { data } = Range.safeParse(request.query);
      if (!data) throw stravaFault(400, 'Activity', 'page', 'invalid');
      const { after, before, page, per_page: perPage } = data;
      return strava.listed(reader(request), {
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
        page,
        perPage,
      });
    });
    app.get('/activities/:id', async (request) => {
      const member = reader(request);
      const activity = strava.members.activity(member, Id.parse(request.params).id);
      if (!strava.sees(member, activity)) throw stravaFault(404, 'Activity', '', 'not found');
      const map = { ...activity.map, polyline: activity.map.summary_polyline };
      return { ...activity, resource_state: 3, map, description: null, calories: 352, laps: [] };
    });

    await app.register(subscriptionCalls(strava));
  };
}

function subscriptionCalls({ consents, events }: SimulatedStrava) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('preHandler', async (request) => consents.checkClient(wordsOf(request)));
    app.get('/push_subscriptions', async () => events.list());
    app.post('/push_subscriptions', async (request, reply) => {
      const { callback_url, verify_token } = wordsOf(request);
      return reply.code(201).send(await events.subscribe(callback_url, verify_token));
    });
    app.delete('/push_subscriptions/:id', async ({ params }, reply) => {
      events.remove(Id.parse(params).id);
      return reply.code(204).send();
    });
  };
}
