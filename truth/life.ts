import type { Source } from '../contract/activities.ts';
import { Random } from './random.ts';

/** A workout that a person really did. Times are in seconds since 1970. */
export interface TrueWorkout {
  /** Unique per person; every report of the workout has this name. */
  name: string;
  sport: 'running' | 'cycling' | 'walking';
  from: number;
  seconds: number;
  metres: number;
  trouble: Set<Trouble>;
}

/** What can go wrong between a workout and the platform. */
export const troubles = [
  'none',
  'several devices',
  'different sport',
  'wrong time zone',
  'half recorded',
  'started minutes apart',
  'reported late',
  'reported repeatedly',
  'lost webhook',
  'outage',
  'deleted at a source',
  'reconnected',
  'also typed in',
  'similar second session',
] as const;
export type Trouble = (typeof troubles)[number];

/** An event that reaches the platform. */
export interface Event {
  /** When it arrives, in seconds since 1970. */
  at: number;
  what: 'report' | 'delete' | 'type';
  report: Report;
}

/** A workout as one source reports it, or as the person types it in. */
export interface Report {
  source: Exclude<Source, 'manual'>;
  externalId: string;
  workout: TrueWorkout;
  sport: TrueWorkout['sport'];
  from: number;
  seconds: number;
  metres: number;
  /** Whether the report covers the whole workout. */
  isWhole: boolean;
}

export interface Life {
  workouts: TrueWorkout[];
  /** Sorted by the time of arrival. */
  events: Event[];
  /** Whether the person answers questions, truthfully and on the same day. */
  isAttentive: boolean;
}

const daySeconds = 24 * 60 * 60;
const watches = ['Garmin', 'Polar', 'Fitbit'] as const;
const paces = { running: 2.8, cycling: 6.5, walking: 1.4 };

/**
 * Invents four weeks of a person's workouts, beginning at `start`, in seconds since 1970. The same seed always gives
 * the same result.
 */
export function lifeOf(seed: number, start: number, days: number): Life {
  const random = new Random(seed);
  const watch = random.chance(0.75) ? random.pick(watches) : undefined;
  const hasStrava = random.chance(0.5);
  const hasPhone = random.chance(0.3) || (!watch && !hasStrava);
  const sources = [watch, hasStrava && 'Strava', hasPhone && 'token'].filter(
    (source): source is (typeof watches)[number] | 'Strava' | 'token' => Boolean(source),
  );
  const workouts = workoutsOf(random, start, days);
  const reports = workouts.flatMap((workout) => reportsOf(random, workout, sources));
  const events = reports.flatMap((report) => eventsOf(random, report, start));
  if (hasStrava && random.chance(0.05)) events.push(...connectedAgain(random, events, start, days));
  if (random.chance(0.15)) events.push(...typedIn(random, workouts));
  return {
    workouts,
    events: events.sort((one, other) => one.at - other.at),
    isAttentive: random.chance(0.8),
  };
}

function workoutsOf(random: Random, start: number, days: number): TrueWorkout[] {
  const favourite = random.pick(['running', 'cycling', 'walking'] as const);
  const workouts: TrueWorkout[] = [];
  for (let day = 0; day < days; day += 1) {
    if (!random.chance(0.4)) continue;
    const sport = random.chance(0.7) ? favourite : random.pick(['running', 'cycling', 'walking'] as const);
    const seconds = random.whole(1200, 6000);
    const first = {
      name: `workout ${workouts.length}`,
      sport,
      from: start + day * daySeconds + random.whole(6 * 3600, 11 * 3600),
      seconds,
      metres: Math.round(seconds * paces[sport] * random.between(0.8, 1.2)),
      trouble: new Set<Trouble>(),
    };
    workouts.push(first);
    if (!random.chance(0.15)) continue;
    // The way home, half of the time on the same route in about the same time.
    const part = random.chance(0.5) ? random.between(0.97, 1.03) : random.between(0.3, 2);
    const second = {
      ...first,
      name: `workout ${workouts.length}`,
      from: first.from + first.seconds + random.whole(2 * 3600, 8 * 3600),
      seconds: Math.round(seconds * part),
      metres: Math.round(first.metres * part * random.between(0.99, 1.01)),
      trouble: new Set<Trouble>(['similar second session']),
    };
    workouts.push(second);
  }
  return workouts;
}

function reportsOf(random: Random, workout: TrueWorkout, sources: Report['source'][]): Report[] {
  const { name, sport, from, seconds, metres, trouble } = workout;
  // A device is sometimes left at home, but never the first one.
  const present = sources.filter((_, index) => index === 0 || random.chance(0.85));
  if (present.length > 1) trouble.add('several devices');
  const reports = present.map((source, index): Report => {
    const late = index === 0 ? random.whole(-3, 3) : random.whole(0, 90);
    return {
      source,
      externalId: name,
      workout,
      sport,
      from: from + late,
      seconds: seconds - Math.max(0, late) + random.whole(0, 20),
      metres: Math.round(metres * (index === 0 ? 1 : random.between(0.97, 1.03))),
      isWhole: true,
    };
  });
  const [first, second] = reports;
  if (!first) return [];
  if (second && random.chance(0.06)) {
    second.sport = sport === 'walking' ? 'running' : 'walking';
    trouble.add('different sport');
  } else if (second && random.chance(0.04)) {
    const part = random.between(0.3, 0.7);
    first.seconds = Math.round(first.seconds * part);
    first.metres = Math.round(first.metres * part);
    first.isWhole = false;
    trouble.add('half recorded');
  } else if (second && random.chance(0.03)) {
    const early = random.whole(180, 480);
    second.from = from - early;
    second.seconds = seconds + early;
    trouble.add('started minutes apart');
  }
  const kind = random.next();
  // Does not combine a wrong clock with a cut-off or shifted recording: if the original were then also
  // deleted, nobody could tell which reports belong together.
  const isOrdinary = !trouble.has('half recorded') && !trouble.has('started minutes apart');
  if (kind < 0.03 && isOrdinary) {
    const hours = random.pick([-9, -6, -5, -1, 1, 2, 8]);
    reports.push({
      ...first,
      source: 'file',
      externalId: `file of ${name}`,
      from: first.from + hours * 3600,
    });
    trouble.add('wrong time zone');
  } else if (kind >= 0.03 && kind < 0.06) {
    reports.push({ ...first, source: 'file', externalId: `file of ${name}`, sport: 'cycling' });
    if (sport !== 'cycling') trouble.add('different sport');
  }
  return reports;
}

function eventsOf(random: Random, report: Report, start: number): Event[] {
  const { from, seconds, workout } = report;
  const end = from + seconds;
  let at = Math.max(end, workout.from + workout.seconds) + random.whole(20, 900);
  if (random.chance(0.08)) {
    at += random.whole(1, 30 * daySeconds);
    workout.trouble.add('reported late');
  } else if (random.chance(0.05)) {
    // The event is lost, and the nightly import finds the workout.
    at += daySeconds - (at % daySeconds) + 3 * 3600 + random.whole(0, 3600);
    workout.trouble.add('lost webhook');
  }
  const [outageFrom, outageUntil] = [start + 9 * daySeconds, start + 11 * daySeconds];
  if (report.source === 'Strava' && at > outageFrom && at < outageUntil) {
    at = outageUntil + random.whole(0, 3600);
    workout.trouble.add('outage');
  }
  const events: Event[] = [{ at, what: 'report', report }];
  if (random.chance(0.1)) {
    for (let again = random.whole(1, 3); again > 0; again -= 1)
      events.push({ at: at + random.whole(1, 5 * daySeconds), what: 'report', report });
    workout.trouble.add('reported repeatedly');
  }
  if (report.source !== 'file' && random.chance(0.04)) {
    // The person changes the sport at the service.
    const sport = random.pick(['running', 'cycling', 'walking'] as const);
    const renamed = { ...report, sport };
    events.push({ at: Math.max(...events.map((event) => event.at)) + 60, what: 'report', report: renamed });
    if (sport !== workout.sport) workout.trouble.add('different sport');
  }
  if (random.chance(0.02)) {
    events.push({ at: Math.max(...events.map((event) => event.at)) + 120, what: 'delete', report });
    workout.trouble.add('deleted at a source');
  }
  return events;
}

/**
 * Returns the additional events if the person disconnects Strava, which removes its workouts, and reconnects it a
 * minute later.
 */
function connectedAgain(random: Random, events: Event[], start: number, days: number): Event[] {
  const at = start + random.whole(3, days) * daySeconds;
  const latest = new Map<string, Event>();
  for (const event of [...events].sort((one, other) => one.at - other.at))
    if (event.report.source === 'Strava' && event.at < at) latest.set(event.report.externalId, event);
  return [...latest.values()].flatMap(({ what, report }): Event[] => {
    if (what === 'delete') return [];
    report.workout.trouble.add('reconnected');
    return [
      { at, what: 'delete', report },
      { at: at + 60, what: 'report', report },
    ];
  });
}

/**
 * The maximum number of workouts that a person enters manually although a service also reports them. People
 * give up on this, because each one raises a question.
 */
const mostTyped = 2;

/** Returns the manual entries of some workouts, with rounded amounts. */
function typedIn(random: Random, workouts: TrueWorkout[]): Event[] {
  let typed = 0;
  return workouts.flatMap((workout): Event[] => {
    if (typed === mostTyped || !random.chance(0.08)) return [];
    typed += 1;
    workout.trouble.add('also typed in');
    const metres = Math.max(100, Math.round(workout.metres / 100) * 100);
    const { name, sport, from, seconds } = workout;
    const report = {
      source: 'file',
      externalId: name,
      workout,
      sport,
      from,
      seconds,
      metres,
      isWhole: true,
    } as const;
    return [{ at: from + seconds + random.whole(60, 4 * 3600), what: 'type', report }];
  });
}
