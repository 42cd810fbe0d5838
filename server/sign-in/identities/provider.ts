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
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import type { IdentityProvider } from '../../../contract/identities.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import { isSignInMethodAllowed } from '../../platform/settings/config.ts';
import type { Services } from '../sessions/password-access.ts';
import { labelIn } from './provider-fields.ts';
import { anyDirectory, type OpenIdSettings } from './provider-settings.ts';
import type { SamlSettings } from './saml/saml-settings.ts';

/** An identity provider that uses OpenID Connect, and how to call it. */
export interface OpenIdProvider extends OpenIdSettings {
  /**
   * Makes the HTTP calls to the issuer's address in place of `fetch`. Set in the demo, where the provider
   * runs in this process.
   */
  fetch?: CustomFetch;
}

/** An identity provider that uses OpenID Connect or SAML. */
export type Provider = OpenIdProvider | SamlSettings;

export interface Providers extends Services {
  all: Provider[];
  /** Returns the provider with the given key. Throws 404 if no such provider is configured. */
  of(key: string): Provider;
  /** Returns a provider's metadata. Throws if the provider cannot be reached. */
  configurationOf(provider: OpenIdProvider, now: Temporal.Instant): Promise<Configuration>;
}

/** The timeout for calls to a provider, in seconds. Short, because the person is waiting for a page. */
const timeout = 4;

/** How long a provider's metadata is cached, in milliseconds. */
const kept = 60 * 60 * 1000;

/**
 * Lists the identity providers with their labels in the given language. The list is empty if people cannot
 * sign in with identity providers.
 */
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

/** Creates the registry of identity providers. No provider is called until somebody signs in. */
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
        // A connection error is retried immediately. A timeout is not, as the person would have to wait twice as long.
        if (isTimeout(error)) throw error;
        return discover(provider);
      });
      known.set(provider.key, { since: now.epochMilliseconds, configuration });
      configuration.catch(() => known.delete(provider.key));
      return configuration;
    },
  };
}

/** Returns the configured providers in the form that `password-access.ts` needs. */
export const servicesOf = (all: Pick<Provider, 'issuer'>[]): Services => ({
  amount: all.length,
  isIssuer: (issuer) => all.some((provider) => isIssuerOf(provider, issuer)),
});

/**
 * Returns whether a provider has this issuer. Ignores trailing slashes, and accepts any directory for Microsoft's
 * shared issuers.
 */
function isIssuerOf(provider: Pick<Provider, 'issuer'>, issuer: string): boolean {
  const [set, named] = [provider.issuer, issuer].map((one) => one.replace(/\/$/, '')) as [string, string];
  const [, start, end] = anyDirectory.exec(set) ?? [];
  return start && end ? named.startsWith(start) && named.endsWith(end) : named === set;
}

function discover(provider: OpenIdProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  return discovery(new URL(issuer), clientId, undefined, authentication(clientSecret), {
    timeout,
    execute: [
      // Also checks the signature of ID tokens, so that identities do not depend on TLS alone.
      enableNonRepudiationChecks,
      // The settings allow http only for addresses on this machine.
      ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
    ...(provider.fetch ? { [customFetch]: provider.fetch } : {}),
  });
}

/** Returns whether a call timed out. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';

/**
 * Returns how to send the client secret: as the provider's metadata specifies, or by OpenID Connect's
 * default.
 */
function authentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
