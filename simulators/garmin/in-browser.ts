import { Temporal } from 'temporal-polyfill';
import type { ServiceInBrowser } from '../pages/simulator-in-browser.ts';
import type { SimulatedGarmin } from './garmin.ts';
import { type GarminPermission, garminPermissions } from './members.ts';

/** Returns the simulated Garmin as people use it in a browser. */
export const garminService = (garmin: SimulatedGarmin): ServiceInBrowser => ({
  platform: 'Garmin',
  consentPath: '/oauth2Confirm',
  ticks: garminPermissions.map((value) => ({ value, isTicked: value !== 'HISTORICAL_DATA_EXPORT' })),
  sportTypes: ['RUNNING', 'CYCLING', 'WALKING', 'HIKING', 'LAP_SWIMMING'],
  check: (params) => garmin.consents.check(params),
  members: () => garmin.members.all().map(({ userId, name }) => ({ id: userId, name })),
  decide: (params, { memberId, ticks, allows }) =>
    garmin.decide(params, { userId: memberId, permissions: ticks as GarminPermission[], allows }),
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
