import { randomBytes, randomInt } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** An exercise as Polar reports it. Includes heart rates and positions, which must not be stored. */
export interface PolarExercise {
  id: string | number;
  upload_time: string;
  polar_user: string;
  device?: string;
  device_id?: string;
  start_time: string;
  start_time_utc_offset: number;
  duration: string;
  calories: number;
  distance?: number;
  heart_rate: { average: number; maximum: number };
  training_load: number;
  sport: string;
  has_route: boolean;
  detailed_sport_info?: string;
  'running-index': number;
}

export interface PolarMember {
  userId: number;
  name: string;
  /** Whether the person has accepted Polar's terms, as everybody must. */
  hasConsents: boolean;
  registration: { memberId: string; at: Temporal.Instant } | undefined;
  exercises: Map<string, { exercise: PolarExercise; uploadedAt: Temporal.Instant }>;
  /** The number of steps on each day. */
  steps: Map<string, number>;
}

/** How many days an exercise remains listed after it was uploaded. */
const listedDays = 30;

/** The sports that Polar's field `sport` names. Every other sport is `OTHER`. */
const coarseSports = ['RUNNING', 'CYCLING', 'WALKING', 'SWIMMING'];

/** The accounts of the simulated Polar, and their exercises. */
export class PolarMembers {
  readonly #world: World;
  readonly #members: Map<number, PolarMember>;

  constructor(world: World) {
    this.#world = world;
    this.#members = world.state.map('Polar members');
  }

  add(name: string): PolarMember {
    const member: PolarMember = {
      userId: randomInt(10_000_000, 99_999_999),
      name,
      hasConsents: true,
      registration: undefined,
      exercises: new Map(),
      steps: new Map(),
    };
    this.#members.set(member.userId, member);
    return member;
  }

  all(): PolarMember[] {
    return [...this.#members.values()];
  }

  /** Returns a person. Throws 404 if the id is unknown. */
  one(userId: number): PolarMember {
    const member = this.#members.get(userId);
    if (!member) throw new Refusal(404);
    return member;
  }

  /** Returns the exercises uploaded in the last 30 days, but not those from before the person was registered. */
  listed(member: PolarMember): PolarExercise[] {
    const since = this.#world.now().subtract({ hours: 24 * listedDays });
    return [...member.exercises.values()]
      .filter(
        ({ uploadedAt }) =>
          member.registration !== undefined &&
          Temporal.Instant.compare(uploadedAt, member.registration.at) >= 0 &&
          Temporal.Instant.compare(uploadedAt, since) >= 0,
      )
      .map(({ exercise }) => exercise);
  }

  /** Stores an exercise under a new id, or replaces the exercise with the id in `fixed`. */
  keep(member: PolarMember, recording: Recording, fixed: Partial<PolarExercise> = {}): PolarExercise {
    const id = fixed.id ?? randomBytes(6).toString('base64url');
    const uploadedAt = member.exercises.get(String(id))?.uploadedAt ?? this.#world.now();
    const exercise = { ...exerciseOf(recording, id, member.userId, uploadedAt), ...fixed };
    member.exercises.set(String(id), { exercise, uploadedAt });
    return exercise;
  }
}

function exerciseOf(
  recording: Recording,
  id: string | number,
  userId: number,
  uploadedAt: Temporal.Instant,
): PolarExercise {
  const local = recording.startedAt
    .add({ minutes: recording.utcOffsetMinutes })
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime();
  const { sportType } = recording;
  const milliseconds = Math.round(recording.elapsedSeconds * 1000);
  return {
    id,
    upload_time: uploadedAt.toString({ fractionalSecondDigits: 3 }),
    polar_user: `https://www.polaraccesslink/v3/users/${userId}`,
    ...(recording.device && { device: recording.device, device_id: '1111AAAA' }),
    start_time: local.toString({ smallestUnit: 'second' }),
    start_time_utc_offset: recording.utcOffsetMinutes,
    duration: Temporal.Duration.from({ milliseconds }).round({ largestUnit: 'hours' }).toString(),
    calories: 352,
    ...(recording.metres && { distance: recording.metres }),
    heart_rate: { average: 148, maximum: 171 },
    training_load: 143.22,
    sport: coarseSports.find((coarse) => sportType.includes(coarse)) ?? 'OTHER',
    has_route: true,
    detailed_sport_info: sportType,
    'running-index': 51,
  };
}
