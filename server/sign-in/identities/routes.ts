import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Queue } from '../../kit/queue.ts';
import { answerLanguage, mustAllowSignInMethod } from '../../platform/settings/config.ts';
import { chosenLanguage } from '../../platform/texts/language.ts';
import type { SignInLimits } from '../attempt-limits/sign-in-limits.ts';
import { isSignedIn } from '../sessions/session.ts';
import { signInVisitOf } from '../sessions/sign-in.ts';
import type { SignUpLimits } from '../sign-up/sign-up.ts';
import { startAuthorization, verifyCallback } from './authorization.ts';
import { handleCallback } from './callback.ts';
import {
  consumeState,
  missingStateRedirect,
  pendingIdentityOf,
  redirectAfterCallback,
  saveState,
  signInOrRequireStep,
} from './identity-session.ts';
import {
  createPendingIdentity,
  linkIdentity,
  signUpWithIdentity,
  toPendingInfo,
} from './pending-identity.ts';
import { listProviders, type Providers } from './provider.ts';
import { returnPath } from './return-path.ts';
import { samlAddressesOf } from './saml/saml-addresses.ts';
import { consumeSamlResponse, rejectResponseOfAnother, startSaml } from './saml/saml-sign-ins.ts';
import { siteAddress } from './site-address.ts';

export interface IdentityDependencies {
  providers: Providers;
  queue: Queue;
  signIns: SignInLimits;
  signUps: SignUpLimits;
  /** The server's public origin. If it is not configured, the request's origin is used. */
  origin: string | undefined;
}

export const identityRoutes = ({
  providers,
  queue,
  signIns,
  signUps,
  origin,
}: IdentityDependencies): Handlers<Context, typeof api.identities> => {
  const callbackOf = (context: Context, key: string) =>
    `${siteAddress(context, origin)}/gc/registration/identity/${key}/callback`;
  const providerOf = async ({ db }: Context, key: string) => {
    await mustAllowSignInMethod(db, 'provider');
    return providers.of(key);
  };
  const waitingOf = async (context: Context) => {
    const waiting = pendingIdentityOf(context);
    return { waiting, provider: await providerOf(context, waiting.key) };
  };

  return {
    providers: async ({ db, iris, language }, { query }) =>
      listProviders(db, iris, providers.all, await answerLanguage(db, language, query.locale)),
    start: async (context, { params, query }) => {
      const { db, iris, now, language, request } = context;
      const provider = await providerOf(context, params.key);
      const returnTo = returnPath(iris.of('/'), query.returnTo);
      if (provider.kind === 'saml') {
        const addresses = samlAddressesOf(provider, siteAddress(context, origin));
        return redirectAfterCallback(context, returnTo, async () =>
          saveState(request, await startSaml(db, provider, addresses, returnTo, now)),
        );
      }
      const page = { callback: callbackOf(context, provider.key), returnTo, language };
      await redirectAfterCallback(context, returnTo, async () =>
        saveState(request, await startAuthorization(providers, provider, page, now)),
      );
    },
    callback: async (context, { params }) => {
      const { db, iris, now, today, request, reply } = context;
      const provider = await providerOf(context, params.key);
      const arrivedAt = new URL(callbackOf(context, provider.key));
      arrivedAt.search = request.url.split('?')[1] ?? '';
      const authorization = consumeState(request, provider.key, arrivedAt.searchParams, now);
      if (!authorization) {
        if (provider.kind === 'saml' && !isSignedIn(request))
          return redirectAfterCallback(context, iris.of('/'), async () => {
            await rejectResponseOfAnother(db, arrivedAt.searchParams.get('state') ?? '');
            return missingStateRedirect(context);
          });
        return void reply.redirect(missingStateRedirect(context));
      }
      await redirectAfterCallback(context, authorization.returnTo, async () => {
        const identity =
          provider.kind === 'saml'
            ? await consumeSamlResponse(db, authorization, now)
            : await verifyCallback(providers, provider, authorization, arrivedAt, now);
        const language = chosenLanguage(request) ?? identity.language ?? context.language;
        const arrived = await handleCallback(db, provider, identity, language, { now, today });
        if ('id' in arrived)
          return (await signInOrRequireStep(context, identity, arrived, 'provider', authorization.returnTo))
            .returnTo;
        request.session.waitingIdentity = await createPendingIdentity(
          db,
          authorization,
          arrived,
          language,
          now,
        );
        return iris.of('/sign-up/identity');
      });
    },
    waiting: async (context) => {
      const { waiting, provider } = await waitingOf(context);
      context.reply.header('cache-control', 'private, no-store');
      return toPendingInfo(context.db, provider, waiting, context.language);
    },
    link: async (context, { body }) => {
      const { db, now, request } = context;
      const { waiting } = await waitingOf(context);
      const person = await linkIdentity(
        db,
        queue,
        signIns,
        waiting,
        body.password,
        signInVisitOf(request),
        now,
      );
      return signInOrRequireStep(context, waiting, person, 'password', waiting.returnTo);
    },
    signUp: async (context, { body }) => {
      const { db, now, today, request } = context;
      const { waiting, provider } = await waitingOf(context);
      const clock = { now, today };
      const person = await signUpWithIdentity(db, signUps, provider, waiting, body, request.ip, clock);
      return signInOrRequireStep(context, waiting, person, 'provider', waiting.returnTo);
    },
  };
};
