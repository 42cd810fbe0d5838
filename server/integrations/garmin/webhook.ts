import * as z from 'zod';
import type { WebhookAnswer, WebhookEvent, WebhookRequest } from '../providers/provider.ts';
import { id } from '../providers/reported-fields.ts';
import { isSameSecret } from '../providers/same-secret.ts';
import { garminWorkout } from './workout.ts';

/** Without it, Garmin sends no activities. */
export const neededPermission = 'ACTIVITY_EXPORT';

/** The lists of an event whose members are activities; an edited activity is sent in full, like a new one. */
const activityLists = ['activities', 'manuallyUpdatedActivities', 'activityDetails'] as const;

/** Each member is processed separately: an invalid one does not affect the others. */
const list = z.array(z.unknown()).optional().catch(undefined);
const Body = z.object({
  activities: list,
  manuallyUpdatedActivities: list,
  activityDetails: list,
  deregistrations: list,
  userPermissionsChange: list,
});

const Addressed = z.object({ userId: id });
const PermissionsChange = z.object({
  userId: id,
  permissions: z.array(z.string()),
  changeTimeInSeconds: z.number().catch(0),
});
const Waiting = z.object({ userId: id, callbackURL: z.string() });
const Details = z.object({ summary: z.record(z.string(), z.unknown()) });

/** Parses a webhook body from Garmin, in order; skips invalid parts. */
export function garminEvents(body: unknown, connectAddress: string): WebhookEvent[] {
  const told = Body.safeParse(body).data ?? {};
  return [
    ...activityLists.flatMap((name) =>
      (told[name] ?? []).flatMap(
        (one) => activityNotice(one, connectAddress, name === 'manuallyUpdatedActivities') ?? [],
      ),
    ),
    ...(told.deregistrations ?? []).flatMap((one): WebhookEvent[] => {
      const { data } = Addressed.safeParse(one);
      return data ? [{ userId: data.userId, kind: 'revoked' }] : [];
    }),
    ...permissionNotices(told.userPermissionsChange ?? []),
  ];
}

function activityNotice(told: unknown, connectAddress: string, isEdited: boolean): WebhookEvent | undefined {
  const userId = Addressed.safeParse(told).data?.userId;
  if (!userId) return undefined;
  const waiting = Waiting.safeParse(told).data;
  if (waiting) return { userId, kind: 'waiting', address: waiting.callbackURL, isEdited };
  const details = Details.safeParse(told).data;
  const workout = garminWorkout(details ? { ...(told as object), ...details.summary } : told, connectAddress);
  return workout && { userId, kind: 'delivered', workout: { ...workout, isEdited } };
}

/** The last one counts. */
function permissionNotices(told: unknown[]): WebhookEvent[] {
  return told
    .flatMap((one) => PermissionsChange.safeParse(one).data ?? [])
    .sort((one, other) => one.changeTimeInSeconds - other.changeTimeInSeconds)
    .map(({ userId, permissions }) => ({
      userId,
      kind: 'permissions',
      mayRead: permissions.includes(neededPermission),
    }));
}

/**
 * Garmin does not sign its requests; it names the client that they are for. Events only have an effect for connected
 * people, and a revoked consent is verified first.
 */
export function garminWebhookAnswer({ method, headers }: WebhookRequest, clientId: string): WebhookAnswer {
  if (method !== 'POST') return { status: 405, store: false };
  return isSameSecret(headers['garmin-client-id'], clientId)
    ? { status: 200, store: true }
    : { status: 403, store: false };
}
