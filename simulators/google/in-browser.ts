import { Temporal } from 'temporal-polyfill';
import type { ServiceInBrowser } from '../pages/simulator-in-browser.ts';
import type { SimulatedGoogle } from './google.ts';
import { idOf } from './members.ts';
import { googleScopes } from './tokens.ts';

/** Returns the simulated Google as people use it in a browser. */
export const googleService = (google: SimulatedGoogle): ServiceInBrowser => ({
  platform: 'Fitbit',
  consentPath: '/o/oauth2/v2/auth',
  ticks: [{ value: googleScopes.activity, isTicked: true }],
  sportTypes: ['RUNNING', 'BIKING', 'WALKING', 'HIKING', 'SWIMMING_POOL'],
  check: (params) => void google.consents.check(params),
  members: () => google.members.all().map(({ healthUserId, name }) => ({ id: healthUserId, name })),
  decide: (params, { memberId, ticks, allows }) =>
    google.decide(params, { userId: memberId, scopes: ticks, allows }),
  recorded: (memberId) =>
    [...google.members.one(memberId).dataPoints.values()].map((point) => {
      const { interval, exerciseType, displayName, metricsSummary } = point.exercise;
      const startedAt = Temporal.Instant.from(interval.startTime);
      return {
        id: idOf(point),
        startedAt,
        utcOffsetMinutes: Number.parseFloat(interval.startUtcOffset) / 60,
        elapsedSeconds: startedAt.until(interval.endTime).total('seconds'),
        metres: Number(metricsSummary.distanceMillimeters ?? 0) / 1000 || null,
        sportType: exerciseType,
        name: displayName ?? null,
      };
    }),
  record: (memberId, recording) => google.record(memberId, recording),
  edit: (memberId, id, recording) => google.edit(memberId, id, recording),
  remove: (memberId, id) => google.remove(memberId, id),
  uncouple: (memberId) => google.uncouple(memberId),
});
