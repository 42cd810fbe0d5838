import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parseJson } from '../providers/exact-json.ts';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { Access, Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { type PolarSettings, polarAddresses, polarCall } from './call.ts';
import { subscribePolar } from './subscription.ts';
import { polarGrant } from './tokens.ts';
import { polarEvents, polarWebhookAnswer } from './webhook.ts';
import { polarWorkout } from './workout.ts';

const Exercises = z.array(z.unknown());

const bearer = ({ accessToken }: Pick<Access, 'accessToken'>) => `Bearer ${accessToken}`;

/**
 * Returns the adapter for Polar's AccessLink API, version 3. The webhook only announces new exercises; polls
 * find edits, deletions and revoked consents.
 */
export function polar(settings: PolarSettings): Provider {
  const { flow, api } = polarAddresses(settings);

  /** Returns everything that Polar lists: exercises uploaded after the registration, in the last 30 days. */
  const exercises = async (access: Access): Promise<unknown[]> => {
    const answer = await polarCall(`${api}/exercises`, bearer(access), access);
    return answer.status === 204 ? [] : parsedAnswer('Polar', Exercises, answer);
  };

  return {
    platform: 'Polar',
    usesPkce: false,
    refreshes: 'immediately',
    // Polar returns no exercises from before the registration.
    firstImportDays: 0,
    polling: 'nightly',

    consentAddress({ redirectUri, state }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: 'accesslink.read_all',
        state,
      });
      return `${flow}/oauth2/authorization?${query}`;
    },

    grant: (arrival, now) => polarGrant(settings, arrival, now),

    async check(access) {
      await exercises(access);
    },

    async revoke(access) {
      const address = `${api}/users/${encodeURIComponent(access.userId)}`;
      // Each of these statuses means that the person has already been deregistered and the token revoked.
      const expected = [401, 403, 404];
      await polarCall(address, bearer(access), access, { method: 'DELETE', expected });
    },

    async *list(access, from, until) {
      const listed = await exercises(access);
      yield listed
        .flatMap((one) => polarWorkout(one) ?? [])
        .filter(
          ({ startedAt }) =>
            Temporal.Instant.compare(startedAt, from) >= 0 && Temporal.Instant.compare(startedAt, until) < 0,
        );
    },

    async read(access, externalId) {
      const address = `${api}/exercises/${encodeURIComponent(externalId)}`;
      const answer = await polarCall(address, bearer(access), access, { expected: [403, 404] });
      // Either only this exercise is inaccessible, or all exercises are. In the second case, listing the exercises
      // throws.
      if (answer.status === 403) await exercises(access);
      if (answer.status !== 200) return undefined;
      const workout = polarWorkout(answer.body);
      if (!workout) throw new ProviderError('down', 'Polar sent an exercise in an unknown format');
      return workout;
    },

    receive: (delivery, memory) => polarWebhookAnswer(delivery, memory),
    eventsOf: (body) => polarEvents(parseJson(body)),
    subscribe: (callback, memory, now) => subscribePolar(settings, callback, memory, now),
  };
}
