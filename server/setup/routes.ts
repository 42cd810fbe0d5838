import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { checklist } from './checklist.ts';

export const setupRoutes = (outside: {
  sendsMail: boolean;
  hasServices: boolean;
}): Handlers<Context, typeof api.checklist> => ({
  read: async ({ db, iris, now }) => ({
    '@id': iris.of('/platform/api/management/checklist'),
    '@type': 'Checklist',
    steps: await checklist(db, now, outside),
  }),
});
