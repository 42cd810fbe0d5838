import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { addressOf, onCluster } from '../../scripts/postgresql.ts';
import { openDatabase } from '../../server/db/db.ts';
import { encryptorOf } from '../../server/db/encryption.ts';
import { migrate } from '../../server/db/migrate.ts';
import { quotaExhaustedUntil } from '../../server/integrations/call-quota.ts';
import { saveConnectedAccount } from '../../server/integrations/connected-account.ts';
import type { IntegrationDependencies } from '../../server/integrations/provider-access.ts';
import type { Provider } from '../../server/integrations/providers/provider.ts';
import { ProviderError } from '../../server/integrations/providers/provider-error.ts';
import { openProviders } from '../../server/integrations/providers/registry.ts';
import { expectationOf } from '../../server/integrations/reading/expected-time.ts';
import { planPolls } from '../../server/integrations/reading/polls.ts';
import { readDue } from '../../server/integrations/reading/read-due.ts';
import { handleDelivery } from '../../server/integrations/webhooks/webhook-events.ts';
import { loadTexts, translator } from '../../server/platform/texts/texts.ts';
import { clientsOfSimulators, createSimulators, serveSimulators } from '../../simulators/simulators.ts';
import type { SimulatedStrava } from '../../simulators/strava/strava.ts';
import { World } from '../../simulators/world.ts';
import { fillWithPeople } from '../../truth/simulation.ts';
import type { Action } from './day.ts';

/**
 * What to simulate: the number of connected people, Strava's limits for reads per quarter of an hour and per
 * day, and what people do.
 */
export interface Scenario {
  people: number;
  perQuarter: number;
  perDay: number;
  actions: Action[];
}

/** What was measured; waits are in minutes. */
export interface Result {
  events: number;
  /** How long each reported change waited until it was read. */
  waits: number[];
  /** The number of read calls to Strava on the busiest day, and the number of calls that Strava refused. */
  mostCallsPerDay: number;
  refused: number;
  /** The number of workouts that differ between Strava and the platform after everything was read. */
  differences: number;
  /** For people who were told when to expect a workout: how much later than announced the workout arrived. */
  delays: number[];
  /** The number of days until nothing differed any more. */
  days: number;
}

const start = Temporal.Instant.from('2026-11-16T00:00:00Z');
const minutesPerDay = 24 * 60;

/** The maximum length of a simulation, in days. */
const mostDays = 30;

/**
 * Simulates some days of people with connected Strava accounts, minute by minute, with the platform's own
 * code, a simulated Strava over HTTP, and a separate database. Continues until everything has been read and
 * polls have found what lost events would have reported, but for a month at most.
 */
export async function simulateDays(postgresql: string, scenario: Scenario): Promise<Result> {
  const name = `services_${randomUUID().replaceAll('-', '')}`;
  await onCluster(postgresql, `create database ${name}`);
  const database = await openDatabase({ databaseUrl: addressOf(postgresql, name) });
  const world = new World(start);
  const server = fastify();
  try {
    await migrate(database.db);
    await fillWithPeople(database.db, scenario.people);
    let address = '';
    const simulators = createSimulators({ origin: () => address, address: () => address }, world);
    await serveSimulators(server, '', simulators, translator(await loadTexts()));
    const work: IntegrationDependencies = {
      db: database.db,
      encryptor: encryptorOf('a secret of thirty-two characters'),
      providers: {},
      clock: () => world.now(),
      revocationMails: async () => async () => undefined,
    };
    serveEvents(server, work);
    await server.listen({ host: '127.0.0.1', port: 0 });
    address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    work.providers = openProviders(clientsOfSimulators(simulators, address));
    const strava = simulators.strava;
    strava.limits.allowed = {
      all: { short: 2 * scenario.perQuarter, long: 2 * scenario.perDay },
      read: { short: scenario.perQuarter, long: scenario.perDay },
    };
    strava.mostAthletes = scenario.people;
    const provider = work.providers.Strava as Provider;
    await provider.subscribe?.(`${address}/events`, noMemory(), world.now());
    return await live(work, provider, strava, world, scenario);
  } finally {
    world.stop();
    await server.close();
    await database.close();
    await onCluster(postgresql, `drop database ${name} with (force)`);
  }
}

/** Receives webhook events as the platform does, but handles them immediately instead of queueing them. */
function serveEvents(app: FastifyInstance, work: IntegrationDependencies): void {
  app.get<{ Querystring: Record<string, string> }>('/events', async ({ query }) => ({
    'hub.challenge': query['hub.challenge'],
  }));
  app.post('/events', async ({ body }) => {
    const receivedAt = work.clock().toString();
    await handleDelivery(work, { platform: 'Strava', body: JSON.stringify(body), receivedAt });
    return '';
  });
}

/** Stores nothing, because a simulation creates its subscription only once. */
const noMemory = () => ({
  get: async () => undefined,
  set: async () => undefined,
  remove: async () => undefined,
});

interface Member {
  accountId: number;
  athleteId: number;
  workouts: string[];
}

async function live(
  work: IntegrationDependencies,
  provider: Provider,
  strava: SimulatedStrava,
  world: World,
  { people, actions }: Scenario,
): Promise<Result> {
  const { db } = work;
  const members: Member[] = [];
  for (let n = 0; n < people; n += 1) members.push(await connect(work, provider, strava, n));
  const counts = countCalls(strava, world);
  const result: Result = {
    events: 0,
    waits: [],
    mostCallsPerDay: 0,
    refused: 0,
    differences: 0,
    delays: [],
    days: 0,
  };
  const waiting = new Map<string, { since: number; promised?: number }>();
  let next = 0;
  for (let minute = 0; minute < mostDays * minutesPerDay; minute += 1) {
    await world.advance({ milliseconds: untilMinute(world, minute) });
    for (let action = actions[next]; action && action.minute <= minute; action = actions[++next]) {
      if (action.event !== 'lost') result.events += 1;
      await act(strava, members[action.person] as Member, action);
    }
    if (minute % minutesPerDay === 100) await planPolls(work);
    await recordWaits(work, waiting, minute, result);
    await readAll(work, provider);
    await recordWaits(work, waiting, minute, result);
    result.days = minute / minutesPerDay;
    const isOver = minute % 360 === 0 && next >= actions.length && waiting.size === 0;
    if (isOver && (await differences(db, strava, members)) === 0) break;
  }
  result.mostCallsPerDay = Math.max(...counts.perDay.values());
  result.refused = counts.refused;
  result.differences = await differences(db, strava, members);
  return result;
}

async function connect(
  work: IntegrationDependencies,
  provider: Provider,
  strava: SimulatedStrava,
  n: number,
): Promise<Member> {
  const { athleteId } = strava.members.add(`Person ${n}`);
  const code = strava.consents.code(athleteId, ['read', 'activity:read']);
  const query = new URLSearchParams();
  const grant = await provider.grant(
    { code, query, redirectUri: '', codeVerifier: '', memberId: '' },
    work.clock(),
  );
  const accountId = await saveConnectedAccount(work.db, work.encryptor, n + 1, 'Strava', grant, work.clock());
  // Spreads the last polls of the accounts over a week, so that they are not all polled in the same night.
  const polledAt = start.subtract({ minutes: Math.round((n % 7) * minutesPerDay * 0.9) });
  await work.db
    .updateTable('connected_accounts')
    .set({ polled_at: polledAt.toString(), coupled_at: start.subtract({ hours: 24 * 14 }).toString() })
    .where('id', '=', accountId ?? 0)
    .execute();
  return { accountId: accountId ?? 0, athleteId, workouts: [] };
}

const untilMinute = (world: World, minute: number) =>
  Math.max(0, start.epochMilliseconds + minute * 60_000 - world.now().epochMilliseconds);

async function act(strava: SimulatedStrava, member: Member, { what, workout, event }: Action): Promise<void> {
  const { events } = strava;
  const usual = events.transport;
  if (event === 'lost') events.transport = async () => undefined;
  else if (event === 'sent four times')
    events.transport = async (message, send) => {
      for (let time = 0; time < 4; time += 1) await send(message);
    };
  const id = member.workouts[workout] ?? '';
  if (what === 'record') {
    const { id: recorded } = await strava.record(member.athleteId, recordingOf(strava));
    member.workouts.push(String(recorded));
  } else if (what === 'rename') {
    const { start_date, elapsed_time, distance } = strava.members.activity(
      strava.members.one(member.athleteId),
      id,
    );
    const startedAt = Temporal.Instant.from(start_date);
    await strava.edit(member.athleteId, id, {
      ...recordingOf(strava),
      startedAt,
      elapsedSeconds: elapsed_time,
      metres: distance,
      name: 'Renamed',
    });
  } else await strava.remove(member.athleteId, id);
  events.transport = usual;
}

/** Returns a run that has just ended. */
function recordingOf(strava: SimulatedStrava) {
  return {
    startedAt: strava.now().subtract({ minutes: 40 }).round('second'),
    utcOffsetMinutes: 60,
    elapsedSeconds: 2400,
    metres: 7000,
    sportType: 'Run',
    name: 'Run',
  };
}

/** Reads until nothing is due or the quota is used up. */
async function readAll(work: IntegrationDependencies, provider: Provider): Promise<void> {
  for (;;) {
    await readDue(work, provider, (error) => {
      if (!(error instanceof ProviderError)) throw error;
    });
    if (await quotaExhaustedUntil(work.db, 'Strava', work.clock())) return;
    const { due } = await work.db
      .selectFrom('account_reads')
      .select((eb) => eb.fn.countAll<number>().as('due'))
      .where('due_at', '<=', work.clock().toString() as never)
      .executeTakeFirstOrThrow();
    if (Number(due) === 0) return;
  }
}

/**
 * Tracks what waits to be read. While the quota is used up, every 20th person is told when to expect their
 * workout.
 */
async function recordWaits(
  { db, clock }: IntegrationDependencies,
  waiting: Map<string, { since: number; promised?: number }>,
  minute: number,
  result: Result,
): Promise<void> {
  const { rows } = await sql<{ id: string; account_id: number }>`
    select id::text, account_id from account_reads where urgency = 0`.execute(db);
  const now = new Set(rows.map(({ id }) => id));
  for (const { id, account_id: accountId } of rows) {
    if (waiting.has(id)) continue;
    const expected =
      accountId % 20 === 0 && (await quotaExhaustedUntil(db, 'Strava', clock()))
        ? await expectationOf(db, 'Strava', accountId, clock())
        : undefined;
    const promised = expected && (expected.expectedAt.epochMilliseconds - start.epochMilliseconds) / 60_000;
    waiting.set(id, { since: minute, ...(promised !== undefined && { promised }) });
  }
  for (const [id, { since, promised }] of waiting) {
    if (now.has(id)) continue;
    result.waits.push(minute - since);
    if (promised !== undefined) result.delays.push(minute - promised);
    waiting.delete(id);
  }
}

/** Counts the read calls to the simulated Strava by day, and the calls that it refuses. */
function countCalls(strava: SimulatedStrava, world: World) {
  const counted = { perDay: new Map<number, number>(), refused: 0 };
  const { limits } = strava;
  const take = limits.take.bind(limits);
  limits.take = (isRead, calls) => {
    const taken = take(isRead, calls);
    const day = Math.floor((world.now().epochMilliseconds - start.epochMilliseconds) / 86_400_000);
    if (isRead) counted.perDay.set(day, (counted.perDay.get(day) ?? 0) + 1);
    if (taken.isTooMany) counted.refused += 1;
    return taken;
  };
  return counted;
}

/** Counts the workouts that are only at Strava or only here, or have another name here. */
async function differences(
  db: IntegrationDependencies['db'],
  strava: SimulatedStrava,
  members: Member[],
): Promise<number> {
  const rows = await db.selectFrom('source_records').select(['person_id', 'external_id', 'name']).execute();
  const here = new Set(rows.map((row) => `${row.person_id} ${row.external_id} ${row.name}`));
  const there = new Set(
    members.flatMap(({ athleteId }, index) =>
      [...strava.members.one(athleteId).activities.values()].map(
        ({ id, name }) => `${index + 1} ${id} ${name}`,
      ),
    ),
  );
  return here.symmetricDifference(there).size;
}
