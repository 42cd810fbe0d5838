import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { Access, Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { type StravaSettings, stravaAddresses, stravaCall } from './call.ts';
import { subscribeAt } from './subscription.ts';
import { exchangeCode, renewTokens, revokeToken } from './tokens.ts';
import { stravaEvents, stravaWebhookAnswer } from './webhook.ts';
import { stravaWorkout } from './workout.ts';

/** The scope for reading activities. Activities that only the athlete can see are not requested. */
const neededScope = 'activity:read';
const scopes = `read,${neededScope}`;

/** Strava sets no limit; we assume that no challenge lasts longer than a year. */
const firstImportDays = 365;

/** The maximum number of activities that Strava returns per page. */
const perPage = 200;

/**
 * A page with fewer activities than this is taken to be the last. Strava leaves out activities that we may
 * not see, so any page can be shorter than requested; we assume that only the last one is less than half
 * full.
 */
const lastBelow = perPage / 2;

/**
 * The maximum number of pages to read, in case a list never ends. Fifty pages are 10,000 activities, more than anybody
 * records in the requested period.
 */
const mostPages = 50;

const Activities = z.array(z.unknown());

/**
 * Returns the adapter for Strava's API v3. Webhook events do not contain workouts, so we read them with the
 * person's token.
 */
export function strava(settings: StravaSettings): Provider {
  const { site, api } = stravaAddresses(settings);

  async function* pages(access: Access, from: Temporal.Instant, until: Temporal.Instant) {
    // Strava uses whole seconds and excludes both ends of the period.
    const after = Math.floor(from.epochMilliseconds / 1000) - 1;
    const before = Math.ceil(until.epochMilliseconds / 1000);
    for (let page = 1; page <= mostPages; page += 1) {
      const query = new URLSearchParams({
        after: String(after),
        before: String(before),
        page: String(page),
        per_page: String(perPage),
      });
      const answer = await stravaCall(access, `${api}/athlete/activities?${query}`);
      const reported = parsedAnswer('Strava', Activities, answer);
      if (reported.length > 0) yield reported.flatMap((one) => stravaWorkout(one, site) ?? []);
      if (reported.length < lastBelow) return;
    }
    throw new ProviderError('down', 'Strava returns too many pages');
  }

  return {
    platform: 'Strava',
    usesPkce: false,
    mostPeople: settings.athletes,
    refreshes: 'immediately',
    firstImportDays,
    polling: 'weekly',

    consentAddress({ redirectUri, state }) {
      const query = new URLSearchParams({
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        approval_prompt: 'auto',
        scope: scopes,
        state,
      });
      return `${site}/oauth/authorize?${query}`;
    },

    async grant({ code, query }) {
      const { tokens, scope, athleteId } = await exchangeCode(settings, code);
      const granted = (scope ?? query.get('scope') ?? '').split(',');
      if (!granted.includes(neededScope) && !granted.includes('activity:read_all')) {
        await revokeToken(settings, tokens.refreshToken ?? tokens.accessToken);
        throw new ProviderError('consent', `Strava: the scope ${neededScope} was not granted`);
      }
      if (athleteId === undefined)
        throw new ProviderError('down', 'Strava does not say whose tokens it issued');
      return { tokens, userId: athleteId, scopes: granted };
    },

    refresh: (tokens) => renewTokens(settings, tokens),

    async check(access) {
      const { status } = await stravaCall(access, `${api}/athlete`);
      if (status === 404) throw new ProviderError('gone', 'Strava: the athlete no longer exists');
    },

    async revoke(_access, tokens) {
      await revokeToken(settings, tokens.refreshToken ?? tokens.accessToken);
    },

    list: pages,

    async read(access, externalId) {
      const address = `${api}/activities/${encodeURIComponent(externalId)}?include_all_efforts=false`;
      const answer = await stravaCall(access, address);
      if (answer.status === 404) return undefined;
      const workout = stravaWorkout(answer.body, site);
      if (!workout) throw new ProviderError('down', 'Strava sent a response in an unknown format');
      return workout;
    },

    receive: (delivery, memory) => stravaWebhookAnswer(delivery, memory, settings.signatureKey),
    eventsOf: stravaEvents,
    subscribe: (callback, memory) => subscribeAt(settings, callback, memory),
  };
}
