import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider, { type Interaction, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { type Language, languages } from '../../contract/kit/fields.ts';
import type { Translate } from '../../server/kit/problems.ts';
import { MemoryStore } from './memory-store.ts';
import { type SignInChoice, signInPage } from './sign-in-page.ts';
import { type DemoIdentities, demoPeople } from './sign-in-people.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  callback: string;
  /** The app's address, for the link back. */
  home: string;
  translate: Translate;
  /** The people to choose from; by default those of the demo. */
  people?: DemoIdentities;
}

const anHour = 60 * 60;

/**
 * A simulated identity provider for the demo and for tests: a certified library with invented people and a page to
 * choose one of them.
 */
export function simulatedIdentityProvider(settings: ProviderSettings): Provider {
  const { choices, newSubject, claimsOf } = settings.people ?? demoPeople;
  const { pathname } = new URL(settings.issuer);
  const base = pathname.replace(/\/$/, '');
  const provider = new Provider(settings.issuer, {
    adapter: MemoryStore,
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [settings.callback],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...newKey(), use: 'sig', alg: 'ES256' }] },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      // These cookies are separate from the app's, and only sent to the simulator's addresses.
      names: { session: 'sandbox', interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
      long: { path: pathname, signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'locale', 'groups'],
    },
    interactions: {
      policy: everybodyChooses(),
      url: (_context, { uid }) => `${base}/interaction/${uid}`,
    },
    findAccount: (_context, accountId) => {
      const claims = claimsOf(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    loadExistingGrant: grantAll,
    renderError: (context) => sendPage(context, languageOf(context.query.ui_locales), 'error', []),
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: anHour,
      IdToken: anHour,
      Interaction: anHour,
      Session: anHour,
    },
  });
  // Trusts the forwarded address, which the server in front of the provider sets.
  provider.proxy = true;
  provider.use(async (context, next) => {
    const [, choice] = /^\/interaction\/[\w-]+(?:\/(\w+))?$/.exec(context.path) ?? [];
    if (!context.path.startsWith('/interaction/')) return next();
    const details = await provider.interactionDetails(context.req, context.res).catch(() => undefined);
    const language = languageOf(details?.params.ui_locales ?? context.acceptsLanguages([...languages]));
    if (!details) {
      context.status = 400;
      return sendPage(context, language, 'error', []);
    }
    if (context.method === 'POST') return finish(context, details, choice, language);
    return sendPage(context, language, 'notice', actionsOf(details, language));
  });
  return provider;

  async function finish(
    context: KoaContextWithOIDC | Parameters<Parameters<Provider['use']>[0]>[0],
    { session }: Interaction,
    choice: string | undefined,
    language: Language,
  ): Promise<void> {
    const chosen = choices.find((one) => one === choice);
    const accountId = choice === 'again' ? session?.accountId : chosen && newSubject(chosen, language);
    context.respond = false;
    const cancelled = { error: 'access_denied', error_description: 'cancelled' };
    const result = accountId ? { login: { accountId, remember: false } } : cancelled;
    await provider.interactionFinished(context.req, context.res, result);
  }

  function actionsOf({ uid, session }: Interaction, language: Language): SignInChoice[] {
    const text = (key: string, values?: Record<string, string>) =>
      settings.translate(language, 'identities', `sandbox.${key}`, values);
    const address = (choice: string) => `${base}/interaction/${uid}/${choice}`;
    const action = (key: string, values?: Record<string, string>) => ({
      address: address(key),
      label: text(key, values),
      text: text(`${key}Text`),
    });
    const known = session?.accountId && claimsOf(session.accountId);
    const again = known ? [action('again', { name: `${known.given_name} ${known.family_name}` })] : [];
    return [
      ...again,
      ...choices.map((choice) => action(choice)),
      { address: address('cancel'), label: text('cancel') },
    ];
  }

  function sendPage(
    context: Pick<KoaContextWithOIDC, 'set' | 'type' | 'body'>,
    language: Language,
    notice: 'notice' | 'error',
    actions: SignInChoice[],
  ): void {
    const text = (key: string) => settings.translate(language, 'identities', `sandbox.${key}`);
    context.set('cache-control', 'no-store');
    context.type = 'html';
    const heading = actions.length > 0 ? text('heading') : '';
    const home =
      notice === 'error'
        ? { address: settings.home, label: settings.translate(language, 'identities', 'back') }
        : undefined;
    const page = { language, title: text('title'), notice: text(notice), heading, actions, home };
    const { html, policy } = signInPage(page);
    context.set('content-security-policy', policy);
    context.body = html;
  }
}

const languageOf = (locale: unknown): Language =>
  languages.find((one) => String(locale).startsWith(one)) ?? 'en';

/** A signing key for this run; the simulator's tokens become invalid when it stops. */
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

/** A policy that always shows the page to choose a person, even after an earlier sign-in. */
function everybodyChooses(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const choose = new Check('choose', 'everybody chooses', 'login_required', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  );
  policy.get('login')?.checks.add(choose);
  return policy;
}

/** Grants everything that the app requests: no person here is real, so nobody needs to consent. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId as string,
    accountId: oidc.session?.accountId as string,
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}
