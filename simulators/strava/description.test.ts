import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fastify, { type FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldOfTests } from '../../server/testing/simulated-services.ts';
import { stravaSimulator } from './endpoints.ts';
import { SimulatedStrava } from './strava.ts';

/** Strava's published API description. The file is not part of this repository, so it may be missing. */
const file = new URL('../../../shared/providers/strava-swagger.json', import.meta.url);

interface Described {
  basePath: string;
  paths: Record<
    string,
    {
      get: {
        parameters?: { name?: string }[];
        responses: { 200: { examples: { 'application/json': unknown } } };
      };
    }
  >;
}

/**
 * Fields that are newer than the published description. They occur in Strava's responses, but not in the examples of
 * the description.
 */
const newer: Record<string, object> = {
  upload_id_str: { type: ['string', 'null'] },
  visibility: { enum: ['everyone', 'followers_only', 'only_me'] },
  laps: { type: 'array' },
  // Documented for lists, but also present in the response for a single activity.
  average_heartrate: { type: 'number' },
  max_heartrate: { type: 'number' },
};

/** Derives a JSON schema from an example value. If the value is null, its type is unknown and anything is valid. */
function schemaOf(value: unknown): object {
  if (value === null) return {};
  if (Array.isArray(value))
    return { type: ['array', 'null'], items: value.length > 0 ? { anyOf: value.map(schemaOf) } : {} };
  if (typeof value !== 'object') return { type: [typeof value, 'null'] };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOf(one)])),
      ...newer,
    },
    additionalProperties: false,
  };
}

/** The description refers to models in other files, so the test uses its examples instead. */
describe.skipIf(!existsSync(file))('Strava’s API description', () => {
  const description: Described = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { basePath: '', paths: {} };
  const world = worldOfTests();
  const client = { clientId: '4711', clientSecret: 'secret', callbackDomain: 'localhost' };
  const service = new SimulatedStrava(world, client);
  const ajv = new Ajv({ allErrors: true, strict: false });
  const startedAt = Temporal.Instant.from('2026-11-20T05:30:00Z');
  const recording = {
    sportType: 'MountainBikeRide',
    startedAt,
    utcOffsetMinutes: 60,
    elapsedSeconds: 1930,
    movingSeconds: 1830,
    metres: 5230.4,
    device: 'Garmin Edge 1030',
  };
  let app: FastifyInstance;
  let base: string;
  let authorization: string;

  beforeAll(async () => {
    app = fastify();
    await app.register(stravaSimulator(service));
    base = await app.listen({ port: 0, host: '127.0.0.1' });
    const { athleteId } = service.members.add('Eka');
    const form = { client_id: '4711', client_secret: 'secret', grant_type: 'authorization_code' };
    const code = service.consents.code(athleteId, ['read', 'activity:read']);
    const { tokens } = service.consents.answer({ ...form, code });
    authorization = `Bearer ${(tokens as { access_token: string }).access_token}`;
    await service.record(athleteId, recording, { id: 16492837465 });
    await service.record(athleteId, { ...recording, isManual: true, metres: null, device: null });
  });
  afterAll(async () => {
    world.stop();
    await app.close();
  });

  const get = (path: string) =>
    fetch(`${base}${description.basePath.replace(/\/$/, '')}${path}`, { headers: { authorization } });

  it.each([
    ['/athlete', '/athlete'],
    ['/athlete/activities', '/athlete/activities?per_page=2&page=1&before=1800000000&after=1'],
    ['/activities/{id}', '/activities/16492837465?include_all_efforts=false'],
  ])('matches the simulated response to %s', async (path, address) => {
    const example = description.paths[path]?.get.responses[200].examples['application/json'];
    expect(example).toBeTypeOf('object');
    const answer = await get(address);
    expect(answer.status).toBe(200);
    const isAsShown = ajv.compile(schemaOf(example));
    isAsShown(await answer.json());
    expect(isAsShown.errors ?? []).toEqual([]);
  });

  it('rejects a response that does not match its examples', () => {
    const example = description.paths['/athlete/activities']?.get.responses[200].examples['application/json'];
    const isAsShown = ajv.compile(schemaOf(example));
    expect(isAsShown([{ ...recording }])).toBe(false);
    expect(isAsShown([{ id: 'text' }])).toBe(false);
  });

  it('contains the query parameters that we use', () => {
    const names = description.paths['/athlete/activities']?.get.parameters?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['before', 'after']));
    expect(description.paths['/activities/{id}']?.get.parameters?.map(({ name }) => name)).toContain(
      'include_all_efforts',
    );
  });
});
