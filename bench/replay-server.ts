import type { AddressInfo } from 'node:net';
import { buildApp } from '../server/app.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { openQueue } from '../server/kit/queue.ts';

/** A server with a challenge in spring 2016 and no people. */
export interface ReplayServer {
  address: string;
  guestCode: string;
  /** The first day of the challenge; `endsOn` is the last. */
  startsOn: string;
  endsOn: string;
  /** The address of the walking sport; `challenge` is the address of the challenge. */
  sport: string;
  challenge: string;
  close(): Promise<void>;
}

/**
 * Starts the real server on an embedded database in memory, with the data that the public API cannot create: a guest
 * code, the walking sport (0.70 m per step), and a challenge from 12 April to 12 May 2016 that still accepts
 * activities.
 */
export async function startReplayServer(): Promise<ReplayServer> {
  const database = await openDatabase({});
  const { db } = database;
  await migrate(db);
  const guestCode = 'SPRING';
  const [startsOn, endsOn] = ['2016-04-12', '2016-05-12'];
  await db
    .insertInto('guest_codes')
    .values({ code: guestCode, normalised_code: guestCode, maximum_uses: null })
    .execute();
  await db
    .insertInto('sports')
    .values({ name: 'walking', type: 'walking', approved: true, km_per_hour: 5, metres_per_step: 0.7 })
    .execute();
  const { id, uuid } = await db
    .insertInto('challenges')
    .values({
      uri: 'spring-2016',
      type: 'distance',
      abstraction_conversion: null,
      kilometers: 10_000,
      starts_on: startsOn,
      ends_on: endsOn,
      closes_at: '2100-01-01T00:00:00Z',
      progress_map_id: null,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('challenge_translations')
    .values({
      challenge_id: id,
      position: 0,
      language: 'en',
      name: 'Spring 2016',
      description: '',
      eye_catcher: '',
      introduction: '',
      abstraction_label: null,
    })
    .execute();
  const queue = openQueue(database.pool, { works: false, report: console.error });
  const app = await buildApp({
    database,
    queue,
    basePath: '/',
    secret: 'only for the length of a replay, in memory',
    logLevel: 'error',
  });
  await app.listen({ port: 0 });
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    guestCode,
    startsOn,
    endsOn,
    sport: '/platform/api/sports/1',
    challenge: `/platform/api/challenges/${uuid}`,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
