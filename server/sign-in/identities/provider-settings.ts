import * as z from 'zod';
import { keyFrom, providerFields } from './provider-fields.ts';
import { type SamlSettings, samlSettings } from './saml/saml-settings.ts';

/** Issuers receive passwords and tokens, so http is allowed only on this machine. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const openIdSettings = z.strictObject({
  ...providerFields,
  kind: z.literal('openid').optional(),
  issuer: z
    .url('must be a URL')
    .refine(
      (text) =>
        text.startsWith('https:') || (URL.canParse(text) && localHosts.includes(new URL(text).hostname)),
      'must start with https:',
    ),
  clientId: z.string().min(1, 'is missing'),
  clientSecret: z.string().min(1, 'is missing'),
  scope: z
    .string()
    .default('openid email profile')
    .refine((scope) => scope.split(' ').includes('openid'), 'must contain openid'),
  /** The name of the claim that lists a person's groups; `groups` by default. */
  groupsClaim: z.string().min(1).optional(),
});

/**
 * Matches Microsoft's issuers that all directories share. A directory's own issuer has the directory's id in place of
 * `common`, `organizations` or `consumers`.
 */
export const anyDirectory =
  /^(https:\/\/login\.microsoftonline\.com\/)(?:common|organizations|consumers)(\/v2\.0)\/?$/;

/** The settings of an identity provider that uses OpenID Connect. */
export type OpenIdSettings = Omit<z.output<typeof openIdSettings>, 'key'> & { key: string };

/** The settings of an identity provider that uses OpenID Connect or SAML. */
export type ProviderSettings = OpenIdSettings | SamlSettings;

const settings = z.discriminatedUnion('kind', [openIdSettings, samlSettings], {
  error: (issue) => (issue.code === 'invalid_union' ? 'must be openid or saml' : undefined),
});

/** The setting `IDENTITY_PROVIDERS`: a JSON list of identity providers. */
export const providersSetting = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(settings, 'must be a list: [{"label": …, "issuer": …, "clientId": …, "clientSecret": …}]'))
  .transform((list) => list.map((one): ProviderSettings => ({ ...one, key: one.key ?? keyFrom(one.label) })))
  .superRefine((list, context) => {
    const keys = list.map(({ key }) => key);
    if (keys.includes('')) context.addIssue('set a key: the label has no letters to make one from');
    if (list.some(({ trusted, issuer }) => trusted && anyDirectory.test(issuer)))
      context.addIssue('trusted: the issuer must be your own directory, not a shared one');
    if (list.some(({ trusted, roles, teams }) => !trusted && (roles || teams)))
      context.addIssue('roles and teams: only for a provider with "trusted": true');
    for (const key of keys)
      if (keys.indexOf(key) !== keys.lastIndexOf(key)) {
        context.addIssue(`two providers have the key "${key}": set different ones`);
        break;
      }
  });
