import { Temporal } from 'temporal-polyfill';
import type { ServiceInBrowser } from '../pages/simulator-in-browser.ts';
import type { SimulatedPolar } from './polar.ts';

/** Returns the simulated Polar as people use it in a browser. */
export const polarService = (polar: SimulatedPolar): ServiceInBrowser => ({
  platform: 'Polar',
  consentPath: '/oauth2/authorization',
  // Polar requires everybody to give this consent before it returns any data.
  ticks: [{ value: 'Polar Flow', isTicked: true }],
  sportTypes: ['RUNNING', 'ROAD_BIKING', 'WALKING', 'HIKING', 'POOL_SWIMMING'],
  check: (params) => polar.consents.check(params),
  members: () => polar.members.all().map(({ userId, name }) => ({ id: String(userId), name })),
  decide: (params, { memberId, ticks, allows }) =>
    polar.decide(params, { userId: Number(memberId), hasConsents: ticks.length > 0, allows }),
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
