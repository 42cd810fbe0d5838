import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GoogleDataPoint, idOf } from '../../../simulators/google/members.ts';
import { type ConnectedFitbit, connectedFitbit } from '../../testing/connected-fitbit.ts';
import type { Access } from '../providers/provider.ts';

let at: ConnectedFitbit;

beforeEach(async () => {
  at = await connectedFitbit();
});
afterEach(() => at.close());

const now = () => at.world.now();
const daysAgo = (days: number) =>
  now()
    .subtract({ hours: 24 * days })
    .round('second');

/** Collects the workouts that `list` finds between two times. */
async function listed(access: Access, from: Temporal.Instant, until: Temporal.Instant) {
  const found = [];
  for await (const workouts of at.provider.list(access, from, until)) found.push(...workouts);
  return found;
}

describe('Fitbit workouts', () => {
  // claim: no-health-data
  it('are read with all values that count, and without health data', async () => {
    const { userId, access } = await at.couple();
    const recording = at.recording();
    const point = await at.google.record(userId, recording);
    expect(await at.read(access, idOf(point))).toEqual({
      externalId: idOf(point),
      startedAt: recording.startedAt,
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      movingSeconds: 1831,
      metres: 5230,
      steps: 5120,
      sportType: 'RUNNING',
      name: 'Run',
      device: 'Pixel Watch 4',
      isManual: false,
      viewUrl: null,
      cameFrom: null,
    });
  });

  it('may lack distance, steps, name and device, be entered by hand, or have an unknown sport', async () => {
    const { userId, access } = await at.couple();
    const { startedAt } = at.recording();
    const point = await at.google.record(userId, {
      startedAt,
      utcOffsetMinutes: 0,
      elapsedSeconds: 600,
      sportType: 'UNDERWATER_CHESS',
      isManual: true,
    });
    const bare = { metres: null, steps: null, name: null, device: null };
    expect(await at.read(access, idOf(point))).toMatchObject({
      ...bare,
      isManual: true,
      sportType: 'UNDERWATER_CHESS',
      utcOffsetMinutes: 0,
    });
  });

  it('keep the exact value of 64-bit ids', async () => {
    const { userId, access } = await at.couple();
    const member = at.google.members.one(userId);
    at.google.members.keep(member, at.recording(), { id: '9223372036854775807' });
    expect(await at.listAll(access)).toMatchObject([{ externalId: '9223372036854775807' }]);
    expect(await at.read(access, '9223372036854775807')).toBeDefined();
    expect(await at.read(access, '9223372036854775806')).toBeUndefined();
  });

  it('are listed page by page, the latest first', async () => {
    const { userId, access } = await at.couple();
    const points: GoogleDataPoint[] = [];
    for (let hours = 1; hours <= 60; hours++)
      points.push(
        await at.google.record(userId, at.recording({ startedAt: now().subtract({ hours: hours * 11 }) })),
      );
    const pages: number[] = [];
    const found: string[] = [];
    for await (const workouts of at.provider.list(access, daysAgo(30), now())) {
      pages.push(workouts.length);
      found.push(...workouts.map(({ externalId }) => externalId));
    }
    expect(pages).toEqual([25, 25, 10]);
    expect(found).toEqual(points.map(idOf));
  });

  it('are selected by start time, whatever their time zone', async () => {
    const { userId, access } = await at.couple();
    const record = async (startedAt: Temporal.Instant, offsetHours: number) =>
      idOf(await at.google.record(userId, at.recording({ startedAt, utcOffsetMinutes: offsetHours * 60 })));
    const [before, day] = [{ milliseconds: 1 }, { hours: 24 }];
    for (const moment of ['2026-11-09T23:00:00Z', '2026-11-09T05:00:00Z', '2026-11-09T00:00:00Z'])
      for (const offset of [14, 1, 0, -11, -12]) {
        const from = Temporal.Instant.from(moment);
        await record(from.subtract(before), offset);
        const first = await record(from, offset);
        const last = await record(from.add(day).subtract(before), offset);
        await record(from.add(day), offset);
        const found = await listed(access, from, from.add(day));
        expect(
          found.map(({ externalId }) => externalId),
          `${moment} ${offset}`,
        ).toEqual([last, first]);
        at.google.members.one(userId).dataPoints.clear();
      }
  });

  it('belong to their local day, at midnight, at extreme offsets and when daylight saving time ends', async () => {
    const { userId, access } = await at.couple();
    for (const [start, offsetMinutes, there] of [
      ['2026-11-19T23:00:00Z', 60, '2026-11-20T00:00:00'],
      ['2026-11-20T22:58:00Z', 60, '2026-11-20T23:58:00'],
      ['2026-11-20T10:30:00Z', 840, '2026-11-21T00:30:00'],
      ['2026-11-20T10:30:00Z', -660, '2026-11-19T23:30:00'],
      ['2026-10-25T00:30:00Z', 120, '2026-10-25T02:30:00'],
      ['2026-10-25T01:30:00Z', 60, '2026-10-25T02:30:00'],
      ['2026-11-20T00:15:00Z', 345, '2026-11-20T06:00:00'],
    ] as const) {
      const startedAt = Temporal.Instant.from(start);
      const recording = at.recording({ startedAt, utcOffsetMinutes: offsetMinutes });
      const read = await at.read(access, idOf(await at.google.record(userId, recording)));
      const local = read?.startedAt.add({ minutes: read.utcOffsetMinutes }).toZonedDateTimeISO('UTC');
      expect(local?.toPlainDateTime().toString()).toBe(there);
    }
  });

  it('do not include exercises that other apps wrote into the account', async () => {
    const { userId, access } = await at.couple();
    const own = await at.google.record(userId, at.recording());
    const others = [];
    for (const writer of [
      { platform: 'HEALTH_CONNECT', packageName: 'com.strava' },
      { platform: 'HEALTH_CONNECT', packageName: 'com.garmin.android.apps.connectmobile' },
      { platform: 'HEALTH_KIT' },
      { platform: 'FITBIT_WEB_API' },
    ])
      others.push(await at.google.record(userId, at.recording(), writer));
    expect((await at.listAll(access)).map(({ externalId }) => externalId)).toEqual([idOf(own)]);
    for (const other of others) expect(await at.read(access, idOf(other))).toBeUndefined();
  });

  it('are no longer found once they are deleted', async () => {
    const { userId, access } = await at.couple();
    const point = await at.google.record(userId, at.recording());
    await at.google.remove(userId, idOf(point));
    expect(await at.read(access, idOf(point))).toBeUndefined();
    expect(await at.listAll(access)).toEqual([]);
  });
});
