import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { listSecurityEvents, oneSecurityEvent } from './security-list.ts';

export const securityManagement: Handlers<Context, typeof api.managedSecurityEvents> = {
  list: ({ db, iris }, { query }) => listSecurityEvents(db, iris, query),
  one: ({ db, iris }, { params }) => oneSecurityEvent(db, iris, params.id),
};
