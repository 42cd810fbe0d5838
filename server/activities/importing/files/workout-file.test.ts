import { describe, expect, it } from 'vitest';
import { fitFile, gpxFile, gzip, tcxFile, zip } from '../../../testing/workout-files.ts';
import type { FileWorkout } from './file-workout.ts';
import { externalIdOf, workoutOf } from './reported-workout.ts';
import { readWorkoutFile } from './workout-file.ts';

const now = Date.parse('2026-11-21T11:00:00Z');
const start = '2026-11-20T06:00:00Z';
const recording = { start, minutes: 30 };
const read = (bytes: Uint8Array, name = 'file') => readWorkoutFile(bytes, name, now);
const only = (bytes: Uint8Array): FileWorkout => {
  const { workouts, refused } = read(bytes);
  expect(refused).toEqual([]);
  expect(workouts).toHaveLength(1);
  return workouts[0] as FileWorkout;
};
const refusal = (bytes: Uint8Array) => {
  try {
    return read(bytes);
  } catch (failure) {
    return (failure as { reason: string }).reason;
  }
};

describe('a GPX file', () => {
  it('has a start, a duration, a name, a sport, and a distance summed over its positions', () => {
    const workout = only(gpxFile(recording));
    expect(workout).toEqual({
      startedAt: Date.parse(start),
      utcOffsetMinutes: null,
      elapsedSeconds: 1800,
      movingSeconds: null,
      metres: 6000,
      sustainedSpeed: 12_000,
      steps: null,
      sportType: 'running',
      name: 'Morning run',
      device: null,
      cameFrom: null,
    });
  });

  it('has no distance and no moving time between its segments', () => {
    const point = (minute: number, latitude: number) =>
      `<trkpt lat="${latitude}" lon="4"><time>2026-11-20T06:${String(minute).padStart(2, '0')}:00Z</time></trkpt>`;
    const workout = only(
      Buffer.from(`<gpx><trk>
        <trkseg>${point(0, 51)}${point(10, 51.01)}</trkseg>
        <trkseg>${point(30, 51.02)}${point(40, 51.03)}</trkseg></trk></gpx>`),
    );
    expect(workout).toMatchObject({ elapsedSeconds: 2400, movingSeconds: 1200, metres: 2224 });
  });

  it('has a distance that excludes jumps in position after a lost signal', () => {
    const point = (second: number, latitude: number) =>
      `<trkpt lat="${latitude}" lon="4"><time>2026-11-20T06:00:${second}Z</time></trkpt>`;
    const jump = [point(10, 51), point(20, 51.0001), point(21, 52), point(22, 51.0001), point(30, 51.0002)];
    expect(only(Buffer.from(`<gpx><trk><trkseg>${jump.join('')}</trkseg></trk></gpx>`)).metres).toBe(22);
  });

  it('may contain the UTC offset', () => {
    expect(only(gpxFile(recording, { zone: '+02:00' }))).toMatchObject({
      startedAt: Date.parse('2026-11-20T04:00:00Z'),
      utcOffsetMinutes: 120,
    });
  });

  it('may use an encoding other than UTF-8', () => {
    const text = gpxFile(recording, { name: 'Côte' }).toString();
    const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    expect(only(latin).name).toBe('Côte');
    expect(only(Buffer.from(`\uFEFF${text}`)).name).toBe('Côte');
    const wide = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(only(wide).name).toBe('Côte');
  });
});

describe('a TCX file', () => {
  it('has the sums of its laps as its totals', () => {
    expect(only(tcxFile(recording))).toMatchObject({
      startedAt: Date.parse(start),
      elapsedSeconds: 1800,
      movingSeconds: 1800,
      metres: 6000,
      sportType: 'Biking',
    });
  });

  it('has one workout per activity of a multisport session', () => {
    const activity = (sport: string, from: string) =>
      tcxFile({ start: from, minutes: 10 }, { sport })
        .toString()
        .match(/<Activity .*<\/Activity>/s);
    const { workouts } = read(
      Buffer.from(`<TrainingCenterDatabase><Activities><MultiSportSession><Id>x</Id>
        <FirstSport>${activity('Biking', start)}</FirstSport>
        <NextSport>${activity('Running', '2026-11-20T07:00:00Z')}</NextSport>
        </MultiSportSession></Activities></TrainingCenterDatabase>`),
    );
    expect(workouts.map(({ sportType }) => sportType)).toEqual(['Biking', 'Running']);
  });

  it('is read without a sport if its sport is "Other"', () => {
    expect(only(tcxFile(recording, { sport: 'Other' })).sportType).toBeNull();
  });
});

describe('a FIT file', () => {
  it('has the values of its session and the UTC offset', () => {
    const session = { ...recording, sport: 'running', metres: 6012.4, strides: 2400, paused: 60 };
    expect(only(fitFile([session]))).toMatchObject({
      startedAt: Date.parse(start),
      utcOffsetMinutes: 60,
      elapsedSeconds: 1800,
      movingSeconds: 1740,
      metres: 6012,
      steps: 4800,
      sportType: 'running',
      cameFrom: 'Garmin',
    });
  });

  it('of a triathlon has three workouts and no transitions', () => {
    const sports = ['swimming', 'transition', 'cycling', 'transition', 'running'];
    const sessions = sports.map((sport, hour) => ({
      start: `2026-11-20T0${hour + 1}:00:00Z`,
      minutes: 20,
      sport,
      metres: 1000,
    }));
    const { workouts } = read(fitFile(sessions));
    expect(workouts.map(({ sportType }) => sportType)).toEqual(['swimming', 'cycling', 'running']);
  });

  it('takes its distance from its points if its session has no total', () => {
    expect(only(fitFile([{ ...recording, sport: 'walking' }])).metres).toBe(6000);
  });

  it('takes its sport from the sub-sport if the main sport is too general or the sub-sport is a sport in its own right', () => {
    const kinds = [
      ['cycling', 'eBikeMountain', 'e_bike_mountain'],
      ['cycling', 'road', 'cycling'],
      ['fitnessEquipment', 'treadmill', 'treadmill'],
      ['training', 'strengthTraining', 'strength_training'],
      ['crossCountrySkiing', 'generic', 'cross_country_skiing'],
      ['generic', 'generic', null],
    ] as const;
    for (const [sport, subSport, word] of kinds)
      expect(only(fitFile([{ ...recording, sport, subSport, metres: 1 }])).sportType).toBe(word);
  });

  it('contains the workouts of all files that are chained together in it', () => {
    const one = (from: string) => fitFile([{ start: from, minutes: 10, sport: 'running', metres: 2000 }]);
    expect(read(Buffer.concat([one(start), one('2026-11-20T08:00:00Z')])).workouts).toHaveLength(2);
  });
});

describe('an archive', () => {
  const fit = fitFile([{ ...recording, sport: 'running', metres: 6000 }]);

  it('gives a workout the same id as the unpacked file does', () => {
    const id = externalIdOf(only(fit));
    expect(externalIdOf(only(gzip(fit)))).toBe(id);
    expect(externalIdOf(only(zip({ 'export/run.fit': fit })))).toBe(id);
    expect(externalIdOf(only(zip({ 'run.fit.gz': gzip(fit) })))).toBe(id);
  });

  it('has the workouts of all its files, and lists the files that cannot be used', () => {
    const reading = read(
      zip({
        'a.fit': fit,
        'b.tcx': tcxFile({ start: '2026-11-19T06:00:00Z', minutes: 10 }),
        'c.gpx': Buffer.from('<gpx'),
        'profile.json': Buffer.from('{}'),
        '__MACOSX/a.fit': Buffer.from('hidden'),
      }),
    );
    expect(reading.workouts).toHaveLength(2);
    expect(reading.refused).toEqual([{ name: 'c.gpx', reason: 'broken' }]);
  });
});

describe('a zip archive in a zip archive', () => {
  const inner = zip({ 'a.gpx': gpxFile(recording), 'b.gpx': Buffer.from('a photo') });
  it('is opened, but an archive nested one level deeper is not', () => {
    const reading = read(zip({ 'part.zip': inner, 'deep.zip': zip({ 'deeper.zip': inner }) }));
    expect(reading.workouts).toHaveLength(1);
    expect(reading.refused).toEqual([
      { name: 'b.gpx', reason: 'broken' },
      { name: 'deeper.zip', reason: 'broken' },
    ]);
  });

  it('counts towards the same limits as the outer archive', () => {
    const many = zip(
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.gpx`, Buffer.from('x')])),
    );
    const { workouts, refused } = read(
      zip({ 'run.gpx': gpxFile(recording), 'one.zip': many, 'two.zip': many }),
    );
    expect(workouts).toHaveLength(1);
    expect(refused).toContainEqual({ name: 'two.zip', reason: 'tooLarge' });
  });
});

describe('a GPX file with several tracks', () => {
  it('lists the tracks that have no times', () => {
    const [timed, planned] = [gpxFile(recording), gpxFile(recording, { untimed: true, name: 'Plan' })].map(
      String,
    );
    const track = planned?.slice(planned.indexOf('<trk>'), planned.indexOf('</gpx>')) ?? '';
    const reading = read(Buffer.from(timed?.replace('</gpx>', `${track}</gpx>`) ?? ''));
    expect(reading.workouts).toMatchObject([{ name: 'Morning run' }]);
    expect(reading.refused).toEqual([{ name: 'Plan', reason: 'noTimes' }]);
  });
});

describe('a damaged FIT file', () => {
  it('is read as far as possible and marked as cut off if its end is missing', () => {
    const whole = fitFile([{ ...recording, sport: 'running' }]);
    const { workouts } = readWorkoutFile(whole, 'whole.fit', now);
    expect(workouts[0]?.isCutOff).toBe(false);
    const half = readWorkoutFile(whole.subarray(0, Math.floor(whole.length / 2)), 'half.fit', now);
    expect(half.workouts).toMatchObject([{ startedAt: workouts[0]?.startedAt, isCutOff: true }]);
    expect(half.workouts[0]?.metres).toBeLessThan(workouts[0]?.metres ?? 0);
  });

  it('is rejected if it is complete but its checksum is wrong', () => {
    const damaged = Buffer.from(fitFile([{ ...recording, sport: 'running' }]));
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 0xff;
    expect(() => readWorkoutFile(damaged, 'damaged.fit', now)).toThrow('broken');
  });
});

describe('a workout file', () => {
  it.each([
    ['broken', Buffer.from('')],
    ['broken', Buffer.from('a photo')],
    ['broken', Buffer.from('<html></html>')],
    ['broken', gpxFile(recording).subarray(0, 300)],
    ['broken', fitFile([{ ...recording, sport: 'running' }]).subarray(0, 60)],
    ['broken', gzip(gpxFile(recording)).subarray(0, 50)],
    ['broken', zip({ 'a.gpx': gpxFile(recording) }).subarray(0, 100)],
    ['broken', Buffer.from('<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>')],
    ['noActivity', zip({})],
    ['noActivity', zip({ 'photo.jpg': Buffer.from('a photo') })],
    ['noActivity', Buffer.from('<gpx><wpt lat="1" lon="1"><time>2026-01-01T00:00:00Z</time></wpt></gpx>')],
    ['noActivity', Buffer.from('<gpx><rte><rtept lat="1" lon="1"/><rtept lat="1.1" lon="1"/></rte></gpx>')],
    ['noActivity', Buffer.from('<TrainingCenterDatabase><Courses/></TrainingCenterDatabase>')],
    ['noActivity', fitFile([{ ...recording, sport: 'running' }], { type: 'course' })],
    ['noTimes', gpxFile(recording, { untimed: true })],
    ['noTimes', gpxFile({ start: '1970-01-01T00:00:00Z', minutes: 5 })],
    ['noTimes', fitFile([{ start: '1990-01-01T00:00:00Z', minutes: 5, sport: 'running', metres: 1000 }])],
    ['inFuture', gpxFile({ start: '2026-11-21T12:00:00Z', minutes: 5 })],
    ['inFuture', fitFile([{ start: '2027-11-21T12:00:00Z', minutes: 5, sport: 'running' }])],
    ['tooLarge', gzip(Buffer.alloc(21 * 1024 * 1024))],
    ['tooLarge', zip({ 'a.gpx': Buffer.alloc(21 * 1024 * 1024) })],
    [
      'tooLarge',
      zip(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.gpx`, Buffer.alloc(1)]))),
    ],
  ])('is rejected with the reason %s (case %#)', (reason, bytes) => {
    expect(refusal(bytes)).toBe(reason);
  });
});

describe('the date of a workout in a file', () => {
  const late = only(gpxFile({ start: '2026-11-19T23:30:00Z', minutes: 10 }));
  const dayIn = (received: FileWorkout, zone: string) => {
    const { startedAt, utcOffsetMinutes } = workoutOf(received, zone, 'running');
    return startedAt.add({ minutes: utcOffsetMinutes }).toString().slice(0, 10);
  };

  it('is the date in the file’s time zone, or in the person’s if the file has none', () => {
    expect(dayIn(late, 'Europe/Brussels')).toBe('2026-11-20');
    expect(dayIn(late, 'America/New_York')).toBe('2026-11-19');
    expect(dayIn({ ...late, utcOffsetMinutes: -300 }, 'Europe/Brussels')).toBe('2026-11-19');
  });
});
