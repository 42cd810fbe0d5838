import { randomInt, randomUUID } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** The checkboxes on Garmin's consent page. The third one is off by default. */
export const garminPermissions = ['ACTIVITY_EXPORT', 'HEALTH_EXPORT', 'HISTORICAL_DATA_EXPORT'] as const;
export type GarminPermission = (typeof garminPermissions)[number];

/** An activity as Garmin reports it. Includes positions and heart rates, which must not be stored. */
export interface GarminSummary {
  summaryId: string;
  activityId: number | string;
  activityName?: string;
  activityType: string;
  startTimeInSeconds: number;
  startTimeOffsetInSeconds: number;
  durationInSeconds: number;
  distanceInMeters?: number;
  steps?: number;
  averageHeartRateInBeatsPerMinute: number;
  startingLatitudeInDegree: number;
  startingLongitudeInDegree: number;
  deviceName?: string;
  manual: boolean;
  isWebUpload: boolean;
  isParent?: boolean;
  parentSummaryId?: string;
}

export interface GarminMember {
  userId: string;
  name: string;
  permissions: Set<GarminPermission>;
  isCoupled: boolean;
  /**
   * When the person first connected, which limits how far back a backfill may go. Reconnecting does not change this
   * time.
   */
  firstCoupledAt: Temporal.Instant | undefined;
  /** The backfill requests so far. */
  asked: Set<string>;
  activities: Map<string, { summary: GarminSummary; uploadedAt: Temporal.Instant }>;
}

/** The accounts of the simulated Garmin, and their activities. */
export class GarminMembers {
  readonly #world: World;
  readonly #members: Map<string, GarminMember>;

  constructor(world: World) {
    this.#world = world;
    this.#members = world.state.map('Garmin members');
  }

  /** Adds a person, whose id stays the same when they reconnect. */
  add(name: string): GarminMember {
    const member: GarminMember = {
      userId: randomUUID().replaceAll('-', ''),
      name,
      permissions: new Set(['ACTIVITY_EXPORT', 'HEALTH_EXPORT']),
      isCoupled: false,
      firstCoupledAt: undefined,
      asked: new Set(),
      activities: new Map(),
    };
    this.#members.set(member.userId, member);
    return member;
  }

  all(): GarminMember[] {
    return [...this.#members.values()];
  }

  /** Returns a person. Throws 404 if the id is unknown. */
  one(userId: string): GarminMember {
    const member = this.#members.get(userId);
    if (!member) throw new Refusal(404, { errorMessage: 'no such member' });
    return member;
  }

  /** Stores an activity under a new id, or replaces the activity with the id in `fixed`. */
  keep(member: GarminMember, recording: Recording, fixed: Partial<GarminSummary> = {}): GarminSummary {
    const activityId = fixed.activityId ?? randomInt(20_000_000_000, 30_000_000_000);
    const summary = { ...summaryOf(recording, activityId), ...fixed };
    const before = member.activities.get(String(activityId));
    const uploadedAt = before?.uploadedAt ?? this.#world.now();
    member.activities.set(String(activityId), { summary, uploadedAt });
    return summary;
  }
}

const summaryOf = (recording: Recording, activityId: number | string): GarminSummary => ({
  summaryId: String(activityId),
  activityId,
  ...(recording.name && { activityName: recording.name }),
  activityType: recording.sportType,
  startTimeInSeconds: Math.floor(recording.startedAt.epochMilliseconds / 1000),
  startTimeOffsetInSeconds: recording.utcOffsetMinutes * 60,
  durationInSeconds: recording.elapsedSeconds,
  ...(recording.metres && { distanceInMeters: recording.metres }),
  ...(recording.steps && { steps: recording.steps }),
  averageHeartRateInBeatsPerMinute: 148,
  startingLatitudeInDegree: 52.0907,
  startingLongitudeInDegree: 5.1214,
  ...(recording.device && { deviceName: recording.device }),
  manual: recording.isManual ?? false,
  isWebUpload: false,
});
