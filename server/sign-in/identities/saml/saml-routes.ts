import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { failureParameter } from '../../../../contract/identities.ts';
import type { Context } from '../../../context.ts';
import type { RoutingHooks } from '../../../kit/mount.ts';
import { notFound } from '../../../kit/problem-error.ts';
import { mustAllowSignInMethod } from '../../../platform/settings/config.ts';
import { IdentityError } from '../identity-error.ts';
import { logFailure } from '../identity-session.ts';
import type { Providers } from '../provider.ts';
import { withQueryParam } from '../return-path.ts';
import { siteAddress } from '../site-address.ts';
import { samlAddressesOf, samlPath } from './saml-addresses.ts';
import { receiveSamlResponse, stateForm } from './saml-sign-ins.ts';

/**
 * The size limit for a form with a response, in bytes: each `+`, `/` and `=` in the response takes three
 * characters.
 */
const bodyLimit = 256 * 1024;

/**
 * Serves our metadata, and the URL to which browsers post an identity provider's responses. That POST comes
 * from the provider's page, so it is the only one that is allowed from another site. The POST has no session
 * and starts none; it only stores what the provider has signed. The browser is then redirected to the
 * callback, which has the session.
 */
export async function serveSaml(
  site: FastifyInstance,
  mounting: RoutingHooks<Context>,
  { providers, origin }: { providers: Providers; origin: string | undefined },
): Promise<void> {
  if (!providers.all.some(({ kind }) => kind === 'saml')) return;
  const addressesOf = (context: Context, key: string) => {
    const provider = providers.of(key);
    if (provider.kind !== 'saml') throw notFound();
    return { provider, addresses: samlAddressesOf(provider, siteAddress(context, origin)) };
  };
  type Keyed = { Params: { key: string } };

  site.get<Keyed>(samlPath(':key', 'metadata'), { schema: { hide: true } }, async (request, reply) => {
    const { provider, addresses } = addressesOf(mounting.contextOf(request, reply), request.params.key);
    const { samlMetadata } = await import('./saml-response.ts');
    reply.header('cache-control', 'no-cache').type('application/samlmetadata+xml; charset=utf-8');
    return samlMetadata(provider, addresses);
  });

  await site.register(async (receiving) => {
    receiving.setErrorHandler<FastifyError>(async (error, request, reply) => {
      // Only a body that is too large or of another type counts as a failed sign-in.
      if (error.statusCode !== 413 && error.statusCode !== 415) throw error;
      return refuse(mounting.contextOf(request, reply), new IdentityError('failed', error));
    });
    receiving.post<Keyed & { Body: { SAMLResponse?: unknown; RelayState?: unknown } | undefined }>(
      samlPath(':key', 'acs'),
      { bodyLimit, schema: { hide: true } },
      async (request, reply) => {
        const context = mounting.contextOf(request, reply);
        const { db, iris, now } = context;
        await mustAllowSignInMethod(db, 'provider');
        const { provider, addresses } = addressesOf(context, request.params.key);
        const { SAMLResponse: response, RelayState: state } = request.body ?? {};
        if (typeof response !== 'string' || typeof state !== 'string' || !stateForm.test(state))
          return refuse(
            context,
            new IdentityError('expired', new Error('the form has no response or no valid state')),
          );
        await receiveSamlResponse(db, provider, addresses, { state, response }, now).catch(async (error) => {
          if (!(error instanceof IdentityError)) throw error;
          await logFailure(context, error);
        });
        const callback = iris.of(`/gc/registration/identity/${provider.key}/callback?state=${state}`);
        return seeOther(reply, callback);
      },
    );
  });

  async function refuse(context: Context, error: IdentityError): Promise<FastifyReply> {
    await logFailure(context, error);
    return seeOther(context.reply, withQueryParam(context.iris.of('/'), failureParameter, error.reason));
  }
}

/** Redirects the browser to another page, which it fetches with GET. */
const seeOther = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-store').redirect(address, 303);
