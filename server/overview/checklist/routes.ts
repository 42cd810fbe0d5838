import type { Temporal } from 'temporal-polyfill';
import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/db.ts';
import type { Handlers } from '../../kit/mount.ts';
import { jobsSeen } from '../../management/tasks/heartbeat.ts';
import { checklist } from './checklist.ts';

export const setupRoutes = (outside: {
  sendsMail: boolean;
  hasServices: boolean;
  /** When this process started. */
  startedAt: Temporal.Instant;
}): Handlers<Context, typeof api.checklist> => ({
  read: async ({ db, iris, now }) => ({
    '@id': iris.of('/platform/api/management/checklist'),
    '@type': 'Checklist',
    steps: await checklist(db, now, outside),
    jobs: await jobsOf(db, outside.startedAt, now),
  }),
});

async function jobsOf(db: Db, since: Temporal.Instant, now: Temporal.Instant) {
  const { seenAt, areGone } = await jobsSeen(db, since, now);
  return { seenAt: seenAt?.toString() ?? null, areGone };
}
