import * as z from 'zod';
import { parseJson } from '../providers/exact-json.ts';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { Access, Provider } from '../providers/provider.ts';
import { ProviderError, type ProviderErrorKind } from '../providers/provider-error.ts';
import { id } from '../providers/reported-fields.ts';
import { requestBackfill, requestBackfillAround } from './backfill.ts';
import { type GarminSettings, garminAddresses, garminCall } from './call.ts';
import { exchangeCode, renewTokens } from './tokens.ts';
import { garminEvents, garminWebhookAnswer, neededPermission } from './webhook.ts';
import { garminWorkout } from './workout.ts';

/** Garmin provides about a month of history from before a person first connected. */
const firstImportDays = 30;

/** The margin before and after a requested activity, in minutes. It is needed because clocks are inexact. */
const aroundMinutes = 60;

const UserId = z.object({ userId: id });
/** Garmin sends permissions in either of these formats. */
const Permissions = z.union([
  z.array(z.string()),
  z.object({ permissions: z.array(z.string()) }).transform(({ permissions }) => permissions),
]);
const Activities = z.array(z.unknown());

/**
 * Returns the adapter for Garmin's Activity API. Garmin delivers workouts in webhook events, which the
 * operator sets up in Garmin's portal. We can fetch a workout only after an event has announced it. Garmin
 * does not report deleted activities.
 */
export function garmin(settings: GarminSettings): Provider {
  const { connect, api } = garminAddresses(settings);
  const { clientId } = settings;
  type Caller = Pick<Access, 'accessToken' | 'now'>;

  const permissionsOf = async (caller: Caller): Promise<string[]> =>
    parsedAnswer('Garmin', Permissions, await garminCall(caller, `${api}/user/permissions`));
  const deregister = (caller: Caller) => garminCall(caller, `${api}/user/registration`, { method: 'DELETE' });
  const notPermitted = () =>
    new ProviderError('consent', `Garmin: the permission ${neededPermission} was not granted`);

  return {
    platform: 'Garmin',
    usesPkce: true,
    refreshes: 'byWebhook',
    firstImportDays,
    polling: 'never',

    consentAddress({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        redirect_uri: redirectUri,
        state,
      });
      return `${connect}/oauth2Confirm?${query}`;
    },

    async grant(arrival, now) {
      const tokens = await exchangeCode(settings, arrival, now);
      const caller = { accessToken: tokens.accessToken, now };
      const scopes = await permissionsOf(caller);
      if (!scopes.includes(neededPermission)) {
        await deregister(caller);
        throw notPermitted();
      }
      const { userId } = parsedAnswer('Garmin', UserId, await garminCall(caller, `${api}/user/id`));
      return { tokens, scopes, userId };
    },

    refresh: (tokens, now) => renewTokens(settings, tokens, now),

    async check(access) {
      if (!(await permissionsOf(access)).includes(neededPermission)) throw notPermitted();
    },

    async revoke(access, tokens) {
      try {
        await deregister(access).catch(async (error) => {
          if (!isKind(error, 'access')) throw error;
          const renewed = await renewTokens(settings, tokens, access.now);
          await deregister({ ...access, accessToken: renewed.accessToken });
        });
      } catch (error) {
        // The token is invalid and cannot be renewed, so the consent has already been revoked.
        if (!isKind(error, 'access') && !isKind(error, 'gone')) throw error;
      }
    },

    async *list(access, from, until) {
      await requestBackfill(api, access, from, until);
      yield* [];
    },

    async read(access, _externalId, { startedAt, elapsedSeconds }) {
      const around = { minutes: aroundMinutes };
      const until = startedAt.add({ seconds: Math.round(elapsedSeconds) }).add(around);
      await requestBackfillAround(api, access, startedAt.subtract(around), until);
      return undefined;
    },

    async collect(access, address) {
      if (!isBelow(address, api))
        throw new ProviderError('refused', 'Garmin: the address in the webhook event is not Garmin’s');
      const summaries = parsedAnswer('Garmin', Activities, await garminCall(access, address));
      return summaries.flatMap((one) => garminWorkout(one, connect) ?? []);
    },

    receive: async (delivery) => garminWebhookAnswer(delivery, clientId),
    eventsOf: (body) => garminEvents(parseJson(body), connect),
  };
}

const isKind = (error: unknown, kind: ProviderErrorKind) =>
  error instanceof ProviderError && error.kind === kind;

/**
 * Returns whether an address from a webhook call is below `ours`, on the same host. We send the access token to that
 * address, so it must be Garmin's.
 */
function isBelow(address: string, ours: string): boolean {
  const url = URL.parse(address);
  const base = new URL(ours);
  return url?.origin === base.origin && !url.username && url.pathname.startsWith(`${base.pathname}/`);
}
