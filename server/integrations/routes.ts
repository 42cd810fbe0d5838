import type { api } from '../../contract/api.ts';
import { failureParameters, type Platform, platforms, successParameter } from '../../contract/couplings.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { notFound } from '../kit/problem-error.ts';
import type { Queue } from '../kit/queue.ts';
import { mustBeOn } from '../platform/settings/config.ts';
import { accountKey } from './account-key.ts';
import { AuthorizationError, handleCallback, startAuthorization } from './authorization.ts';
import { consumeState } from './authorization-session.ts';
import { listConnectedAccounts, offeredPlatforms } from './connected-account-list.ts';
import { disconnect, ownConnectedAccount, verifyDisconnectSignature } from './disconnection.ts';
import { listServiceStates, type Offered } from './managed-services.ts';
import { isFullFor } from './places.ts';
import type { IntegrationDependencies } from './provider-access.ts';
import type { Provider } from './providers/provider.ts';
import { refreshActivity } from './refresh.ts';

export interface Integrations {
  work: IntegrationDependencies;
  secret: string;
  /** Whether the services are simulated. */
  isSandbox: boolean;
  /** The server's origin; if undefined, it is taken from the request. */
  origin: string | undefined;
}

/** Handles the call that shows organisers the status of the services. */
export const integrationManagement = (
  queue: Queue,
  offered: Offered,
): Handlers<Context, typeof api.managedIntegrations> => ({
  list: async ({ db, iris, now }) => {
    await queue.prepared();
    return listServiceStates(db, iris, offered, now);
  },
});

export const integrationRoutes = (accounts: Integrations): Handlers<Context, typeof api.couplings> => {
  const { work, secret, isSandbox, origin } = accounts;
  const platformOf = (slug: string) => platforms.find((one) => one.toLowerCase() === slug) as Platform;
  const providerOf = async ({ db }: Context, slug: string): Promise<Provider> => {
    const platform = platformOf(slug);
    if (platform === 'Strava') await mustBeOn(db, 'stravaApproved');
    const provider = work.providers[platform];
    if (!provider) throw notFound();
    return provider;
  };
  const redirectUriOf = ({ iris, request }: Context, slug: string) =>
    `${origin ?? `${request.protocol}://${request.host}`}${iris.of(`/${slug}/return`)}`;
  const begin = async (context: Context, slug: string) => {
    const { db, iris, person, now, request, reply } = context;
    const provider = await providerOf(context, slug);
    if (await isFullFor(db, provider, person)) {
      const params = { [failureParameters.reason]: 'full', [failureParameters.platform]: provider.platform };
      return void reply.redirect(`${iris.of('/my-activities/add')}?${new URLSearchParams(params)}`);
    }
    const { state, address } = await startAuthorization(
      provider,
      db,
      person,
      redirectUriOf(context, slug),
      now,
    );
    request.session.couplingJourney = state;
    reply.redirect(address);
  };

  return {
    list: ({ db, iris, person, now }) =>
      listConnectedAccounts(db, iris, person, { providers: work.providers, isSandbox, secret }, now),
    offered: async ({ db }) => ({ platforms: await offeredPlatforms(db, work.providers) }),
    connect: (context, { params }) => begin(context, params.platform),
    callback: async (context, { params }) => {
      const { db, iris, person, now, request, reply } = context;
      const query = new URL(request.url, 'http://localhost').searchParams;
      if (query.size === 0) return begin(context, params.platform);
      const provider = await providerOf(context, params.platform);
      const redirectToApp = (outcome: Record<string, string>) =>
        void reply.redirect(`${iris.of('/my-activities/add')}?${new URLSearchParams(outcome)}`);
      const state = await consumeState(
        request,
        accountKey(db, person.id, provider.platform),
        person,
        query,
        now,
      );
      try {
        if (!state) throw new AuthorizationError('expired');
        const redirectUri = redirectUriOf(context, params.platform);
        await handleCallback(work, provider, person, state, query, redirectUri);
        redirectToApp({ [successParameter(provider.platform)]: 'true' });
      } catch (error) {
        if (!(error instanceof AuthorizationError)) throw error;
        if (error.cause) request.log.warn({ err: error.cause }, error.message);
        redirectToApp({
          [failureParameters.reason]: error.reason,
          [failureParameters.platform]: provider.platform,
        });
      }
    },
    uncouple: async ({ db, person, now }, { params, query }) => {
      const platform = platformOf(params.platform);
      const account = await ownConnectedAccount(db, person, platform);
      verifyDisconnectSignature(secret, person, platform, query, now);
      await disconnect(work, account, query.keepActivities !== 'false');
    },
    refresh: async ({ person }, { params }) => ({
      outcome: await refreshActivity(work, person, params.uuid),
    }),
  };
};
