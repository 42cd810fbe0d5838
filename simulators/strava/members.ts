import { randomInt } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import type { World } from '../world.ts';
import { stravaFault } from './errors.ts';

/** Who can see an activity. */
export type StravaVisibility = 'everyone' | 'followers_only' | 'only_me';

/** An activity as Strava lists it. Includes positions and heart rates, which must not be stored. */
export interface StravaActivity {
  id: number | bigint;
  resource_state: 2;
  external_id: string | null;
  upload_id: number | null;
  upload_id_str: string | null;
  athlete: { id: number; resource_state: 1 };
  name: string;
  distance: number;
  moving_time: number;
  elapsed_time: number;
  total_elevation_gain: number;
  type: string;
  sport_type: string;
  workout_type: number | null;
  start_date: string;
  start_date_local: string;
  timezone: string;
  utc_offset: number;
  device_name?: string;
  manual: boolean;
  trainer: boolean;
  commute: boolean;
  private: boolean;
  visibility: StravaVisibility;
  flagged: boolean;
  average_speed: number;
  max_speed: number;
  has_heartrate: boolean;
  average_heartrate: number;
  max_heartrate: number;
  start_latlng: [number, number] | null;
  end_latlng: [number, number] | null;
  map: { id: string; summary_polyline: string | null; resource_state: 2 };
}

export interface StravaMember {
  athleteId: number;
  name: string;
  activities: Map<string, StravaActivity>;
}

/** The accounts of the simulated Strava, and their activities. */
export class StravaMembers {
  readonly #world: World;
  readonly #members: Map<number, StravaMember>;

  constructor(world: World) {
    this.#world = world;
    this.#members = world.state.map('Strava members');
  }

  add(name: string): StravaMember {
    const member = { athleteId: randomInt(100_000_000, 999_999_999), name, activities: new Map() };
    this.#members.set(member.athleteId, member);
    return member;
  }

  all(): StravaMember[] {
    return [...this.#members.values()];
  }

  /** Returns a person. Throws 404 if the id is unknown. */
  one(athleteId: number): StravaMember {
    const member = this.#members.get(athleteId);
    if (!member) throw stravaFault(404, 'Athlete', '', 'not found');
    return member;
  }

  /** Returns one of a person's activities. Throws 404 if the id is unknown. */
  activity(member: StravaMember, id: string): StravaActivity {
    const activity = member.activities.get(id);
    if (!activity) throw stravaFault(404, 'Activity', '', 'not found');
    return activity;
  }

  /** Stores an activity under a new id, or replaces the activity with the id in `fixed`. */
  keep(member: StravaMember, recording: Recording, fixed: Partial<StravaActivity> = {}): StravaActivity {
    const id = fixed.id ?? randomInt(16_000_000_000, 17_000_000_000);
    const activity = { ...activityOf(recording, id, member.athleteId, this.#world.now()), ...fixed };
    member.activities.set(String(id), activity);
    return activity;
  }

  athleteOf({ athleteId, name }: StravaMember, state: 2 | 3): object {
    const created = { created_at: '2017-11-14T02:30:05Z', updated_at: '2026-02-06T19:32:20Z' };
    return {
      id: athleteId,
      username: null,
      resource_state: state,
      firstname: name,
      lastname: 'Runner',
      city: null,
      state: null,
      country: null,
      sex: null,
      premium: false,
      ...created,
      badge_type_id: 0,
      profile_medium: 'avatar/athlete/medium.png',
      profile: 'avatar/athlete/large.png',
      friend: null,
      follower: null,
    };
  }
}

/** The values of the older field `type`, for sports that `sport_type` describes more precisely. */
const formerTypes: Record<string, string> = {
  TrailRun: 'Run',
  MountainBikeRide: 'Ride',
  GravelRide: 'Ride',
  EMountainBikeRide: 'EBikeRide',
};

function activityOf(
  recording: Recording,
  id: number | bigint,
  athleteId: number,
  now: Temporal.Instant,
): StravaActivity {
  const { startedAt, utcOffsetMinutes, elapsedSeconds, sportType } = recording;
  const movingSeconds = recording.movingSeconds ?? elapsedSeconds;
  const metres = recording.metres ?? 0;
  const isManual = recording.isManual ?? false;
  const uploadId = isManual ? null : Math.floor(now.epochMilliseconds / 100);
  const seconds = { smallestUnit: 'second' } as const;
  const speed = movingSeconds > 0 ? Math.round((metres / movingSeconds) * 1000) / 1000 : 0;
  return {
    id,
    resource_state: 2,
    external_id: isManual ? null : `${uploadId}.fit`,
    upload_id: uploadId,
    upload_id_str: uploadId === null ? null : String(uploadId),
    athlete: { id: athleteId, resource_state: 1 },
    name: recording.name ?? sportType,
    distance: metres,
    moving_time: movingSeconds,
    elapsed_time: elapsedSeconds,
    total_elevation_gain: 41,
    type: formerTypes[sportType] ?? sportType,
    sport_type: sportType,
    workout_type: null,
    start_date: startedAt.toString(seconds),
    // The local time, which Strava wrongly marks with a Z.
    start_date_local: startedAt.add({ minutes: utcOffsetMinutes }).toString(seconds),
    timezone: `(GMT${offsetText(utcOffsetMinutes)}) Europe/Brussels`,
    utc_offset: utcOffsetMinutes * 60,
    ...(recording.device && { device_name: recording.device }),
    manual: isManual,
    trainer: false,
    commute: false,
    private: false,
    visibility: 'everyone',
    flagged: false,
    average_speed: speed,
    max_speed: speed * 1.4,
    has_heartrate: true,
    average_heartrate: 148.1,
    max_heartrate: 171,
    start_latlng: [52.0907, 5.1214],
    end_latlng: [52.0911, 5.1202],
    map: { id: `a${id}`, summary_polyline: '_p~iF~ps|U_ulLnnqC', resource_state: 2 },
  };
}

const offsetText = (minutes: number) =>
  Temporal.PlainTime.from('00:00')
    .add({ minutes: Math.abs(minutes) })
    .toString({ smallestUnit: 'minute' })
    .replace(/^/, minutes < 0 ? '-' : '+');
