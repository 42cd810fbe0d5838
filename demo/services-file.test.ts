import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSimulators } from '../simulators/simulators.ts';
import { World } from '../simulators/world.ts';
import { openServicesFile } from './services-file.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-services-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Starts simulators with the state in the file. */
async function start() {
  const { state, ...file } = await openServicesFile(dataDir);
  const origin = () => 'http://localhost';
  const simulators = createSimulators(
    { origin, address: origin },
    new World(Temporal.Instant.from('2026-11-21T11:00:00Z'), state),
  );
  return { ...file, ...simulators };
}

const run = {
  startedAt: Temporal.Instant.from('2026-11-21T08:00:00Z'),
  utcOffsetMinutes: 60,
  elapsedSeconds: 1800,
  metres: 5000,
  sportType: 'RUNNING',
  name: '«Café» 🏃',
};

describe('the file with the state of a demo’s simulated services', () => {
  it('keeps accounts, workouts and consents across a restart', async () => {
    const { strava, garmin, google, polar, save, isNew } = await start();
    expect(isNew).toBe(true);
    const { athleteId } = strava.members.add('Lotte');
    await strava.record(athleteId, run);
    const scopes = ['read', 'activity:read'];
    const form = { client_id: 'global-challenge', client_secret: 'a secret of the sandbox' };
    const { tokens } = strava.consents.answer({
      ...form,
      grant_type: 'authorization_code',
      code: strava.consents.code(athleteId, scopes),
    }) as { tokens: { access_token: string; refresh_token: string } };
    const { userId } = garmin.members.add('Robin');
    garmin.record(userId, run);
    garmin.couple(userId);
    const { healthUserId } = google.members.add('Sam');
    await google.record(healthUserId, run);
    const member = polar.members.add('Sam');
    await polar.record(member.userId, run);
    await Promise.all([save(), save()]);

    const after = await start();
    expect(after.isNew).toBe(false);
    expect(after.warnings).toEqual([]);
    for (const [name, before] of Object.entries({ strava, garmin, google, polar }))
      expect(after[name as 'strava'].members.all()).toEqual((before as typeof strava).members.all());
    expect(after.strava.consents.holderOf(tokens.access_token)).toMatchObject({ athleteId, scopes });
    expect(after.garmin.members.one(userId)).toMatchObject({ isCoupled: true });
    const renewal = { ...form, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect(after.strava.consents.answer(renewal).tokens).toMatchObject({ access_token: tokens.access_token });
  });

  it('is replaced, with a warning, if it cannot be read', async () => {
    const { save, strava } = await start();
    strava.members.add('Lotte');
    await save();
    const file = join(dataDir, 'demo-services');
    const text = await readFile(file, 'utf8');
    for (const damaged of [text.slice(0, -20), '', '[]', '{}', text.replace('"format":1', '"format":3')]) {
      await writeFile(file, damaged);
      const after = await start();
      expect(after.isNew).toBe(true);
      expect(after.warnings).toEqual([expect.stringContaining('demo-services cannot be read')]);
      await after.save();
      expect((await start()).warnings).toEqual([]);
    }
  });
});
