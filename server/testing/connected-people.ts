import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../contract/couplings.ts';
import { idOf } from '../../simulators/google/members.ts';
import type { Recording } from '../../simulators/recording.ts';
import type { ConnectingApp } from './connecting-app.ts';

/** A service under test; all four services have this interface. */
export interface ServiceUnderTest {
  /** Creates an account at the service; returns its id. */
  member(): string;
  /** Records a workout at the service; returns its id. */
  record(memberId: string, recording: Recording): Promise<string>;
  /** Changes a workout's name, sport or length. */
  edit(memberId: string, id: string, recording: Recording): Promise<void>;
  remove(memberId: string, id: string): Promise<void>;
  /** Whether the service sends an event when a workout is deleted. */
  reportsDeletions: boolean;
  /** Revokes the consent at the service. */
  uncouple(memberId: string): Promise<void>;
  /** Returns whether the service still has the person's consent. */
  isAgreed(memberId: string): boolean;
  /** The service's name for running. */
  running: string;
  /** A selection of checkboxes that grants too few permissions. */
  tooFewTicks: string[];
}

/** Returns the simulated services of an app, keyed by name. */
export const servicesOf = ({ services }: ConnectingApp): Record<Platform, ServiceUnderTest> => {
  const { garmin, google, polar, strava } = services;
  return {
    Fitbit: {
      member: () => google.members.add('Robin').healthUserId,
      record: async (memberId, recording) => idOf(await google.record(memberId, recording)),
      edit: async (memberId, id, recording) => void (await google.edit(memberId, id, recording)),
      remove: (memberId, id) => google.remove(memberId, id),
      reportsDeletions: true,
      uncouple: (memberId) => google.uncouple(memberId),
      isAgreed: (memberId) => google.consents.isGranted(memberId),
      running: 'RUNNING',
      tooFewTicks: [],
    },
    Garmin: {
      member: () => garmin.members.add('Robin').userId,
      record: async (memberId, recording) => {
        const { activityId } = garmin.record(memberId, recording);
        await garmin.push.flush();
        return String(activityId);
      },
      edit: async (memberId, id, recording) => {
        garmin.edit(memberId, id, recording);
        await garmin.push.flush();
      },
      remove: async (memberId, id) => garmin.remove(memberId, id),
      reportsDeletions: false,
      uncouple: async (memberId) => {
        garmin.uncouple(memberId);
        await garmin.push.flush();
      },
      isAgreed: (memberId) => garmin.members.one(memberId).isCoupled,
      running: 'RUNNING',
      tooFewTicks: ['HEALTH_EXPORT'],
    },
    Polar: {
      member: () => String(polar.members.add('Robin').userId),
      record: async (memberId, recording) => String((await polar.record(Number(memberId), recording)).id),
      edit: async (memberId, id, recording) => {
        // Polar sends no event for a change; the next read finds the change.
        polar.members.keep(polar.members.one(Number(memberId)), recording, { id });
      },
      remove: async (memberId, id) => polar.remove(Number(memberId), id),
      reportsDeletions: false,
      uncouple: async (memberId) => polar.uncouple(Number(memberId)),
      isAgreed: (memberId) => polar.members.one(Number(memberId)).registration !== undefined,
      running: 'RUNNING',
      tooFewTicks: [],
    },
    Strava: {
      member: () => String(strava.members.add('Robin').athleteId),
      record: async (memberId, recording) => String((await strava.record(Number(memberId), recording)).id),
      edit: async (memberId, id, recording) => void (await strava.edit(Number(memberId), id, recording)),
      remove: (memberId, id) => strava.remove(Number(memberId), id),
      reportsDeletions: true,
      uncouple: (memberId) => strava.uncouple(Number(memberId)),
      isAgreed: (memberId) => strava.consents.scopesOf(Number(memberId)).length > 0,
      running: 'Run',
      tooFewTicks: ['read'],
    },
  };
};

/** Returns a run of 5 km some hours ago; `changes` overrides values. */
export function recordingOf(
  app: ConnectingApp,
  service: ServiceUnderTest,
  changes: Partial<Recording> & { hoursAgo?: number } = {},
): Recording {
  const { hoursAgo = 3, ...rest } = changes;
  const { epochMilliseconds } = app.services.world.now().subtract({ minutes: Math.round(hoursAgo * 60) });
  return {
    startedAt: Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMilliseconds / 1000) * 1000),
    utcOffsetMinutes: 60,
    elapsedSeconds: 1800,
    metres: 5000,
    sportType: service.running,
    name: 'A run',
    device: 'A watch',
    ...rest,
  };
}
