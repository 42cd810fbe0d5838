import {
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
} from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import type { IdentityProvider } from '../../../contract/identities.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import { isSignInMethodAllowed } from '../../platform/settings/config.ts';
import type { Services } from '../sessions/password-access.ts';
import { anyDirectory, labelIn, type ProviderSettings } from './provider-settings.ts';

/** A service and how to talk to it. */
export interface Provider extends ProviderSettings {
  /** Where the server reaches it, if not at its issuer's address: in the demo it is this very process. */
  fetch?: CustomFetch;
}

export interface Providers extends Services {
  all: Provider[];
  /** The service of a key. Throws 404 if there is none. */
  of(key: string): Provider;
  /** A service's metadata. Throws if it cannot be reached. */
  configurationOf(provider: Provider, now: Temporal.Instant): Promise<Configuration>;
}

/** The maximum time for an answer of a service, in seconds: nobody waits longer for a page. */
const timeout = 4;

/** A service's metadata is fetched again after an hour, so that changes are noticed. */
const kept = 60 * 60 * 1000;

/** The services with their labels in a language; none if nobody comes in by them. */
export async function listProviders(
  db: Db,
  iris: Iris,
  all: Provider[],
  language: Language,
): Promise<IdentityProvider[]> {
  if (!(await isSignInMethodAllowed(db, 'provider'))) return [];
  return all.map(({ key, label }) => ({
    label: labelIn(label, language),
    url: iris.of(`/gc/registration/identity/${key}/start`),
  }));
}

/** The services of a process. Nothing is asked of them before somebody wants to sign in. */
export function openProviders(all: Provider[]): Providers {
  const known = new Map<string, { since: number; configuration: Promise<Configuration> }>();
  return {
    all,
    ...servicesOf(all),
    of: (key) => {
      const found = all.find((one) => one.key === key);
      if (!found) throw notFound();
      return found;
    },
    configurationOf: (provider, now) => {
      const found = known.get(provider.key);
      if (found && now.epochMilliseconds - found.since < kept) return found.configuration;
      const configuration = discover(provider).catch((error) => {
        // A hiccup is asked over at once. After a silence nobody is kept waiting twice as long.
        if (isTimeout(error)) throw error;
        return discover(provider);
      });
      known.set(provider.key, { since: now.epochMilliseconds, configuration });
      configuration.catch(() => known.delete(provider.key));
      return configuration;
    },
  };
}

/** What decides whether organisers sign in by these services. */
export const servicesOf = (all: Pick<Provider, 'issuer'>[]): Services => ({
  amount: all.length,
  isIssuer: (issuer) => all.some((provider) => isIssuerOf(provider, issuer)),
});

/** Whether identities of an issuer come from a service. */
function isIssuerOf(provider: Pick<Provider, 'issuer'>, issuer: string): boolean {
  const [set, named] = [provider.issuer, issuer].map((one) => one.replace(/\/$/, '')) as [string, string];
  const [, start, end] = anyDirectory.exec(set) ?? [];
  return start && end ? named.startsWith(start) && named.endsWith(end) : named === set;
}

function discover(provider: Provider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  return discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    timeout,
    // The settings take such addresses on this machine only, where nothing travels.
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    ...(provider.fetch ? { [customFetch]: provider.fetch } : {}),
  });
}

/** Whether an answer did not come in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';

/** How the secret is sent: as the service says, and if it does not, as OpenID Connect has it by default. */
function authentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
