import { randomBytes, randomInt } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import type { World } from '../world.ts';
import { googleErrors } from './errors.ts';

/** A date and a time of day. Parts of the time that are zero are omitted. */
interface CivilTime {
  date: { year: number; month: number; day: number };
  time: { hours?: number; minutes?: number; seconds?: number; nanos?: number };
}

/** An exercise as Google reports it: 64-bit integers are strings, and zero values are omitted. */
export interface GoogleDataPoint {
  name: string;
  dataSource: {
    recordingMethod: string;
    device?: { formFactor: string; manufacturer: string; displayName: string };
    application?: { packageName: string };
    platform: string;
  };
  exercise: {
    interval: {
      startTime: string;
      startUtcOffset: string;
      endTime: string;
      endUtcOffset: string;
      civilStartTime: CivilTime;
      civilEndTime: CivilTime;
    };
    exerciseType: string;
    displayName?: string;
    activeDuration: string;
    metricsSummary: Record<string, number | string>;
    exerciseMetadata: { hasGps: boolean };
    createTime: string;
    updateTime: string;
  };
}

/** The app that wrote an exercise into the account. */
export interface Writer {
  platform: string;
  packageName?: string;
}

export interface GoogleMember {
  healthUserId: string;
  name: string;
  /** Whether the Google account has a health profile. */
  isLinked: boolean;
  dataPoints: Map<string, GoogleDataPoint>;
}

/** The accounts of the simulated Google, and their exercises. */
export class GoogleMembers {
  readonly #world: World;
  readonly #members: Map<string, GoogleMember>;

  constructor(world: World) {
    this.#world = world;
    this.#members = world.state.map('Google members');
  }

  /** Adds a person, whose id stays the same when they reconnect. */
  add(name: string): GoogleMember {
    const healthUserId = `111${digits(18)}`;
    const member = { healthUserId, name, isLinked: true, dataPoints: new Map() };
    this.#members.set(healthUserId, member);
    return member;
  }

  all(): GoogleMember[] {
    return [...this.#members.values()];
  }

  /** Returns a person. Throws 404 if the id is unknown. */
  one(healthUserId: string): GoogleMember {
    const member = this.#members.get(healthUserId);
    if (!member) throw googleErrors.notFound();
    return member;
  }

  /** Stores an exercise under a new id, or replaces the exercise with the given id. */
  keep(
    member: GoogleMember,
    recording: Recording,
    { id = newId(), writer = { platform: 'FITBIT' } }: { id?: string; writer?: Writer } = {},
  ): GoogleDataPoint {
    const now = this.#world.now().toString({ smallestUnit: 'second' });
    const createTime = member.dataPoints.get(id)?.exercise.createTime ?? now;
    const point: GoogleDataPoint = {
      name: `users/${member.healthUserId}/dataTypes/exercise/dataPoints/${id}`,
      dataSource: {
        recordingMethod: recording.isManual ? 'MANUAL' : 'ACTIVELY_MEASURED',
        ...(recording.device && {
          device: { formFactor: 'WATCH', manufacturer: 'Google', displayName: recording.device },
        }),
        ...(writer.packageName && { application: { packageName: writer.packageName } }),
        platform: writer.platform,
      },
      exercise: { ...exerciseOf(recording), createTime, updateTime: now },
    };
    member.dataPoints.set(id, point);
    return point;
  }
}

/** Returns the last segment of a data point's name. */
export const idOf = ({ name }: GoogleDataPoint) => name.slice(name.lastIndexOf('/') + 1);

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

/** Creates an id of 63 bits. Most of these ids are too large for a JavaScript number. */
const newId = () => String(randomBytes(8).readBigUInt64BE() >> 1n);

function exerciseOf(recording: Recording): Omit<GoogleDataPoint['exercise'], 'createTime' | 'updateTime'> {
  const { startedAt, utcOffsetMinutes, elapsedSeconds, metres, steps } = recording;
  const endedAt = startedAt.add({ milliseconds: Math.round(elapsedSeconds * 1000) });
  const offset = `${utcOffsetMinutes * 60}s`;
  return {
    interval: {
      startTime: startedAt.toString(),
      startUtcOffset: offset,
      endTime: endedAt.toString(),
      endUtcOffset: offset,
      civilStartTime: civilTimeOf(civilOf(startedAt, utcOffsetMinutes)),
      civilEndTime: civilTimeOf(civilOf(endedAt, utcOffsetMinutes)),
    },
    exerciseType: recording.sportType,
    ...(recording.name && { displayName: recording.name }),
    activeDuration: `${recording.movingSeconds ?? elapsedSeconds}s`,
    metricsSummary: {
      caloriesKcal: 352,
      ...(metres && { distanceMillimeters: metres * 1000 }),
      ...(steps && { steps: String(steps) }),
      averageHeartRateBeatsPerMinute: '148',
    },
    exerciseMetadata: { hasGps: true },
  };
}

/** Returns the local date and time at an offset from UTC. */
const civilOf = (moment: Temporal.Instant, utcOffsetMinutes: number) =>
  moment.add({ minutes: utcOffsetMinutes }).toZonedDateTimeISO('UTC').toPlainDateTime();

/** Returns the local date and time at which an exercise started. */
export function civilStartOf({ exercise }: GoogleDataPoint): Temporal.PlainDateTime {
  const { date, time } = exercise.interval.civilStartTime;
  const { hours: hour = 0, minutes: minute = 0, seconds: second = 0, nanos = 0 } = time;
  return Temporal.PlainDateTime.from({ ...date, hour, minute, second }).add({ nanoseconds: nanos });
}

function civilTimeOf(at: Temporal.PlainDateTime): CivilTime {
  const { year, month, day, hour: hours, minute: minutes, second: seconds } = at;
  const nanos = at.millisecond * 1_000_000 + at.microsecond * 1000 + at.nanosecond;
  const parts = Object.entries({ hours, minutes, seconds, nanos }).filter(([, value]) => value !== 0);
  return { date: { year, month, day }, time: Object.fromEntries(parts) };
}
