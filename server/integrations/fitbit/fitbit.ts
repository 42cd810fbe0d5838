import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { Access, Provider, ProviderMemory } from '../providers/provider.ts';
import type { ServiceAnswer } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { id } from '../providers/reported-fields.ts';
import { type FitbitSettings, fitbitAddresses, fitbitCall } from './call.ts';
import { FitbitKeyset } from './keyset.ts';
import { subscribeAt } from './subscriber.ts';
import { exchangeCode, renewTokens, revokeToken } from './tokens.ts';
import { dataType, fitbitEvents } from './webhook.ts';
import { fitbitWebhookAnswer } from './webhook-receipt.ts';
import { fitbitWorkout, isFromElsewhere } from './workout.ts';

/** The scope for reading exercises. Location data is not requested, because it must not be stored. */
const neededScope = 'https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly';

/** Google sets no limit; we assume that no challenge lasts longer than a year. */
const firstImportDays = 365;

/** The maximum number of exercises that Google returns per page. */
const pageSize = 25;

const Identity = z.object({ healthUserId: id });
const DataPoints = z.object({
  dataPoints: z.array(z.unknown()).default([]),
  nextPageToken: z.string().optional(),
});

/**
 * Returns the Fitbit adapter, which uses Google's Health API v4. Webhook events do not contain workouts, so
 * we read them with the person's token. We ignore data that other apps wrote into the same account.
 */
export function fitbit(settings: FitbitSettings): Provider {
  const { accounts, api, keyset: keysetAddress } = fitbitAddresses(settings);
  const keyset = new FitbitKeyset(keysetAddress);
  const dataPoints = `${api}/users/me/dataTypes/${dataType}/dataPoints`;
  const call = ({ accessToken, now }: Pick<Access, 'accessToken' | 'now'>, address: string) =>
    fitbitCall(accessToken, now, address);

  async function* pages(access: Access, from: Temporal.Instant, until: Temporal.Instant) {
    const filter = startedWithin(from, until);
    let pageToken = '';
    do {
      const query = new URLSearchParams({ filter, pageSize: String(pageSize) });
      if (pageToken) query.set('pageToken', pageToken);
      const page = parsedAnswer('Google', DataPoints, found(await call(access, `${dataPoints}?${query}`)));
      yield page.dataPoints
        .flatMap((point) => fitbitWorkout(point) ?? [])
        .filter(
          ({ startedAt }) =>
            Temporal.Instant.compare(startedAt, from) >= 0 && Temporal.Instant.compare(startedAt, until) < 0,
        );
      if (pageToken && page.nextPageToken === pageToken)
        throw new ProviderError('down', 'Google returns too many pages');
      pageToken = page.nextPageToken ?? '';
    } while (pageToken);
  }

  return {
    platform: 'Fitbit',
    usesPkce: true,
    refreshes: 'immediately',
    firstImportDays,
    polling: settings.project ? 'weekly' : 'nightly',

    consentAddress({ redirectUri, state, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: neededScope,
        state,
        // `access_type` is needed to get a refresh token at all, and `prompt` to get one with every consent.
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'true',
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
      return `${accounts}/o/oauth2/v2/auth?${query}`;
    },

    async grant(arrival, now) {
      const { tokens, scope } = await exchangeCode(settings, arrival, now);
      const giveBack = () => revokeToken(settings, tokens.refreshToken, now);
      const scopes = (scope ?? arrival.query.get('scope') ?? '').split(' ').filter(Boolean);
      if (!scopes.includes(neededScope)) {
        await giveBack();
        throw new ProviderError('consent', `Google: the scope ${neededScope} was not granted`);
      }
      const caller = { accessToken: tokens.accessToken, now };
      const answer = await call(caller, `${api}/users/me/identity`).catch(async (error) => {
        if (error instanceof ProviderError && error.kind === 'account') await giveBack();
        throw error;
      });
      const { healthUserId: userId } = parsedAnswer('Google', Identity, found(answer));
      return { tokens, scopes, userId };
    },

    refresh: (tokens, now) => renewTokens(settings, tokens, now),

    async check(access) {
      // Read exercises, not the identity: Google returns the identity even without the scope for exercises.
      found(await call(access, `${dataPoints}?pageSize=1`));
    },

    revoke: ({ now }, tokens) => revokeToken(settings, tokens.refreshToken ?? tokens.accessToken, now),

    list: pages,

    async read(access, externalId) {
      const answer = await call(access, `${dataPoints}/${encodeURIComponent(externalId)}`);
      if (answer.status === 404) return undefined;
      const workout = fitbitWorkout(answer.body);
      if (!workout && !isFromElsewhere(answer.body))
        throw new ProviderError('down', 'Google sent a response in an unknown format');
      return workout;
    },

    receive: (delivery, memory, now) => fitbitWebhookAnswer(delivery, keyset, memory, now),
    eventsOf: fitbitEvents,
    ...(settings.project && {
      subscribe: (callback: string, memory: ProviderMemory, now: Temporal.Instant) =>
        subscribeAt(settings, callback, memory, now),
    }),
  };
}

/** Throws if Google responds with 404 although the resource must exist. */
function found(answer: ServiceAnswer): ServiceAnswer {
  if (answer.status === 404) throw new ProviderError('operator', 'Google: no such endpoint');
  return answer;
}

/**
 * Builds a filter for exercises that started between two times. Google compares local times, which may differ from UTC
 * by more than half a day, so the filter adds a day on both sides.
 */
function startedWithin(from: Temporal.Instant, until: Temporal.Instant): string {
  const day = (moment: Temporal.Instant) => moment.toZonedDateTimeISO('UTC').toPlainDate();
  const first = day(from).subtract({ days: 1 });
  const end = day(until).add({ days: 2 });
  const start = `${dataType}.interval.civil_start_time`;
  return `${start} >= "${first}" AND ${start} < "${end}"`;
}
