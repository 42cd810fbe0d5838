import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../contract/couplings.ts';
import type { SimulatedGarmin } from './garmin/garmin.ts';
import { type GarminPermission, garminPermissions } from './garmin/members.ts';
import type { SimulatedPolar } from './polar/polar.ts';
import type { Recording } from './recording.ts';
import type { SimulatedStrava } from './strava/strava.ts';

/** The parameters of the consent page, as the browser sent them. */
export type Asked = Record<string, string | undefined>;

/** A workout, as shown on a person's page at the simulator. */
export interface Recorded extends Recording {
  id: string;
}

/** A simulated service as people use it in a browser: the consent page, and the page on which they record workouts. */
export interface ServiceInBrowser {
  platform: Platform;
  /** The path of the consent page, relative to the service's address. */
  consentPath: string;
  /** The checkboxes on the consent page, as the service names them. */
  ticks: { value: string; isTicked: boolean }[];
  /** The sports that can be recorded, with the default first. */
  sportTypes: string[];
  /** Throws if the parameters of the consent page are invalid. */
  check(asked: Asked): void;
  members(): { id: string; name: string }[];
  /** Applies a person's decision and returns the redirect address. */
  decide(asked: Asked, decision: { memberId: string; ticks: string[]; allows: boolean }): string;
  recorded(memberId: string): Recorded[];
  /** Changes that a person makes. Their promises resolve after the first attempt to send the webhook event. */
  record(memberId: string, recording: Recording): unknown;
  edit(memberId: string, id: string, recording: Recording): unknown;
  remove(memberId: string, id: string): unknown;
  /** Ends the consent at the service. */
  uncouple(memberId: string): unknown;
}

export const garminService = (garmin: SimulatedGarmin): ServiceInBrowser => ({
  platform: 'Garmin',
  consentPath: '/oauth2Confirm',
  ticks: garminPermissions.map((value) => ({ value, isTicked: value !== 'HISTORICAL_DATA_EXPORT' })),
  sportTypes: ['RUNNING', 'CYCLING', 'WALKING', 'HIKING', 'LAP_SWIMMING'],
  check: (asked) => garmin.consents.check(asked),
  members: () => garmin.members.all().map(({ userId, name }) => ({ id: userId, name })),
  decide: (asked, { memberId, ticks, allows }) =>
    garmin.decide(asked, { userId: memberId, permissions: ticks as GarminPermission[], allows }),
  recorded: (memberId) =>
    [...garmin.members.one(memberId).activities.values()].map(({ summary }) => ({
      id: String(summary.activityId),
      startedAt: Temporal.Instant.fromEpochMilliseconds(summary.startTimeInSeconds * 1000),
      utcOffsetMinutes: summary.startTimeOffsetInSeconds / 60,
      elapsedSeconds: summary.durationInSeconds,
      metres: summary.distanceInMeters ?? null,
      sportType: summary.activityType,
      name: summary.activityName ?? null,
    })),
  record: (memberId, recording) => garmin.record(memberId, recording),
  edit: (memberId, id, recording) => garmin.edit(memberId, id, recording),
  remove: (memberId, id) => garmin.remove(memberId, id),
  uncouple: (memberId) => garmin.uncouple(memberId),
});

export const polarService = (polar: SimulatedPolar): ServiceInBrowser => ({
  platform: 'Polar',
  consentPath: '/oauth2/authorization',
  // Polar requires everybody to give this consent before it returns any data.
  ticks: [{ value: 'Polar Flow', isTicked: true }],
  sportTypes: ['RUNNING', 'ROAD_BIKING', 'WALKING', 'HIKING', 'POOL_SWIMMING'],
  check: (asked) => polar.consents.check(asked),
  members: () => polar.members.all().map(({ userId, name }) => ({ id: String(userId), name })),
  decide: (asked, { memberId, ticks, allows }) =>
    polar.decide(asked, { userId: Number(memberId), hasConsents: ticks.length > 0, allows }),
  recorded: (memberId) =>
    [...polar.members.one(Number(memberId)).exercises.values()].map(({ exercise }) => ({
      id: String(exercise.id),
      startedAt: Temporal.PlainDateTime.from(exercise.start_time)
        .toZonedDateTime('UTC')
        .toInstant()
        .subtract({ minutes: exercise.start_time_utc_offset }),
      utcOffsetMinutes: exercise.start_time_utc_offset,
      elapsedSeconds: Temporal.Duration.from(exercise.duration).total('seconds'),
      metres: exercise.distance ?? null,
      sportType: exercise.detailed_sport_info ?? exercise.sport,
      name: null,
    })),
  record: (memberId, recording) => polar.record(Number(memberId), recording),
  edit: (memberId, id, recording) => polar.edit(Number(memberId), id, recording),
  remove: (memberId, id) => polar.remove(Number(memberId), id),
  uncouple: (memberId) => polar.uncouple(Number(memberId)),
});

export const stravaService = (strava: SimulatedStrava): ServiceInBrowser => ({
  platform: 'Strava',
  consentPath: '/oauth/authorize',
  ticks: ['read', 'activity:read'].map((value) => ({ value, isTicked: true })),
  sportTypes: ['Run', 'Ride', 'Walk', 'Hike', 'Swim'],
  check: (asked) => strava.consents.check(asked),
  members: () => strava.members.all().map(({ athleteId, name }) => ({ id: String(athleteId), name })),
  decide: (asked, { memberId, ticks, allows }) =>
    strava.decide(asked, { athleteId: Number(memberId), scopes: ticks, allows }),
  recorded: (memberId) =>
    [...strava.members.one(Number(memberId)).activities.values()].map((activity) => ({
      id: String(activity.id),
      startedAt: Temporal.Instant.from(activity.start_date),
      utcOffsetMinutes: activity.utc_offset / 60,
      elapsedSeconds: activity.elapsed_time,
      metres: activity.distance || null,
      sportType: activity.sport_type,
      name: activity.name,
    })),
  record: (memberId, recording) => strava.record(Number(memberId), recording),
  edit: (memberId, id, recording) => strava.edit(Number(memberId), id, recording),
  remove: (memberId, id) => strava.remove(Number(memberId), id),
  uncouple: (memberId) => strava.uncouple(Number(memberId)),
});
