import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { answerRefusals, Refusal } from '../refusal.ts';
import type { SimulatedGarmin } from './garmin.ts';
import type { GarminMember } from './members.ts';

const Form = z.record(z.string(), z.string());
const Range = z.object({ start: z.coerce.number().positive(), end: z.coerce.number().positive() });

/** Serves the endpoints that a client calls at the simulated Garmin. */
export function garminSimulator(garmin: SimulatedGarmin) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(fastifyFormBody);
    answerRefusals(app);

    /** Returns the member whose token the request contains. Throws 401 if the token is invalid. */
    const caller = ({ headers }: FastifyRequest): GarminMember => {
      const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
      const userId = garmin.consents.holderOf(token);
      if (!userId) throw new Refusal(401, { errorMessage: 'invalid or expired token' });
      return garmin.members.one(userId);
    };

    app.post('/di-oauth2-service/oauth/token', async ({ body }) => {
      const { data } = Form.safeParse(body);
      const { userId, isNew, tokens } = garmin.consents.answer(data ?? {});
      if (isNew) garmin.couple(userId);
      return tokens;
    });

    app.get('/wellness-api/rest/user/id', async (request) => ({ userId: caller(request).userId }));

    app.get('/wellness-api/rest/user/permissions', async (request) => {
      const permissions = [...caller(request).permissions];
      return garmin.wrapsPermissions ? { permissions } : permissions;
    });

    app.delete('/wellness-api/rest/user/registration', async (request, reply) => {
      garmin.uncouple(caller(request).userId);
      return reply.code(204).send();
    });

    app.get('/wellness-api/rest/activities', async (request) => {
      const { start, end, token } = rangeOf(request, 'upload');
      return garmin.uploaded(caller(request), start, end, token);
    });

    app.get('/wellness-api/rest/backfill/activities', async (request, reply) => {
      const { start, end } = rangeOf(request, 'summary');
      garmin.backfill(caller(request), start, end);
      return reply.code(202).send();
    });
  };
}

/** Returns the time range of a call, in seconds. Throws 400 if the range is missing or invalid. */
function rangeOf({ query }: FastifyRequest, what: 'upload' | 'summary') {
  const params = query as Record<string, unknown>;
  const { data } = Range.safeParse({
    start: params[`${what}StartTimeInSeconds`],
    end: params[`${what}EndTimeInSeconds`],
  });
  if (!data)
    throw new Refusal(400, { errorMessage: `${what}StartTimeInSeconds and …EndTimeInSeconds needed` });
  return { ...data, token: typeof params.token === 'string' ? params.token : undefined };
}
