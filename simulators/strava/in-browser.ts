import { Temporal } from 'temporal-polyfill';
import type { ServiceInBrowser } from '../pages/simulator-in-browser.ts';
import type { SimulatedStrava } from './strava.ts';

/** Returns the simulated Strava as people use it in a browser. */
export const stravaService = (strava: SimulatedStrava): ServiceInBrowser => ({
  platform: 'Strava',
  consentPath: '/oauth/authorize',
  ticks: ['read', 'activity:read'].map((value) => ({ value, isTicked: true })),
  sportTypes: ['Run', 'Ride', 'Walk', 'Hike', 'Swim'],
  check: (params) => strava.consents.check(params),
  members: () => strava.members.all().map(({ athleteId, name }) => ({ id: String(athleteId), name })),
  decide: (params, { memberId, ticks, allows }) =>
    strava.decide(params, { athleteId: Number(memberId), scopes: ticks, allows }),
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
