import * as z from 'zod';
import type { WebhookAnswer, WebhookEvent, WebhookRequest } from '../providers/provider.ts';
import { id } from '../providers/reported-fields.ts';
import { isSameSecret } from '../providers/same-secret.ts';
import { garminWorkout } from './workout.ts';

/** The permission without which Garmin sends no activities. */
export const neededPermission = 'ACTIVITY_EXPORT';

/** The lists in a webhook body that contain activities. An edited activity is sent in full, like a new one. */
const activityLists = ['activities', 'manuallyUpdatedActivities', 'activityDetails'] as const;

/** Each entry is parsed separately, so that an invalid entry does not affect the others. */
const list = z.array(z.unknown()).optional().catch(undefined);
const Body = z.object({
  activities: list,
  manuallyUpdatedActivities: list,
  activityDetails: list,
  deregistrations: list,
  userPermissionsChange: list,
});

const WithUserId = z.object({ userId: id });
const PermissionsChange = z.object({
  userId: id,
  permissions: z.array(z.string()),
  changeTimeInSeconds: z.number().catch(0),
});
const Waiting = z.object({ userId: id, callbackURL: z.string() });
const Details = z.object({ summary: z.record(z.string(), z.unknown()) });

/** Returns the events in a webhook body from Garmin, in order; skips invalid parts. */
export function garminEvents(body: unknown, connectAddress: string): WebhookEvent[] {
  const received = Body.safeParse(body).data ?? {};
  return [
    ...activityLists.flatMap((name) =>
      (received[name] ?? []).flatMap(
        (one) => activityEvent(one, connectAddress, name === 'manuallyUpdatedActivities') ?? [],
      ),
    ),
    ...(received.deregistrations ?? []).flatMap((one): WebhookEvent[] => {
      const { data } = WithUserId.safeParse(one);
      return data ? [{ userId: data.userId, kind: 'revoked' }] : [];
    }),
    ...permissionEvents(received.userPermissionsChange ?? []),
  ];
}

function activityEvent(
  received: unknown,
  connectAddress: string,
  isEdited: boolean,
): WebhookEvent | undefined {
  const userId = WithUserId.safeParse(received).data?.userId;
  if (!userId) return undefined;
  const waiting = Waiting.safeParse(received).data;
  if (waiting) return { userId, kind: 'waiting', address: waiting.callbackURL, isEdited };
  const details = Details.safeParse(received).data;
  const workout = garminWorkout(
    details ? { ...(received as object), ...details.summary } : received,
    connectAddress,
  );
  return workout && { userId, kind: 'delivered', workout: { ...workout, isEdited } };
}

/** Sorts permission changes by time, because the last change applies. */
function permissionEvents(received: unknown[]): WebhookEvent[] {
  return received
    .flatMap((one) => PermissionsChange.safeParse(one).data ?? [])
    .sort((one, other) => one.changeTimeInSeconds - other.changeTimeInSeconds)
    .map(({ userId, permissions }) => ({
      userId,
      kind: 'permissions',
      mayRead: permissions.includes(neededPermission),
    }));
}

/**
 * Responds to a webhook call. Garmin does not sign its calls, but only names the client that a call is for.
 * Events affect only people who have connected Garmin, and a reported revocation is verified first.
 */
export function garminWebhookAnswer({ method, headers }: WebhookRequest, clientId: string): WebhookAnswer {
  if (method !== 'POST') return { status: 405, store: false };
  return isSameSecret(headers['garmin-client-id'], clientId)
    ? { status: 200, store: true }
    : { status: 403, store: false };
}
