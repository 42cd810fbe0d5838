import * as z from 'zod';
import { type Language, languages } from '../../../contract/kit/fields.ts';

/** Issuers receive passwords and tokens, so http is allowed only on this machine. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const labelNeeded = 'must be a text, or texts by language such as {"nl":"…","fr":"…"}';

const label = z.union(
  [
    z.string().trim().min(1),
    z
      .strictObject({ en: z.string().min(1), fr: z.string().min(1), nl: z.string().min(1) })
      .partial()
      .refine((labels) => Object.keys(labels).length > 0, labelNeeded),
  ],
  labelNeeded,
);

const settings = z.strictObject({
  /** The service's name in our URLs. Derived from the label by default. */
  key: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must have at most 40 lower-case letters, digits and dashes')
    .optional(),
  label,
  issuer: z
    .url('must be an address')
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
  /** People with an address in these domains need no guest code. */
  mailDomains: z
    .array(z.string().transform((domain) => domain.trim().replace(/^@/, '').toLowerCase()))
    .default([]),
  /**
   * Whether to treat all addresses as verified, for directories that check all addresses but do not mark them as
   * verified.
   */
  trustAddresses: z.boolean().default(false),
  /** Whether the service's verified addresses open existing accounts without a password. */
  trusted: z.boolean().default(false),
});

/**
 * Microsoft's issuers that all directories share. A directory's own issuer has the directory's id in place of `common`,
 * `organizations` or `consumers`.
 */
export const anyDirectory =
  /^(https:\/\/login\.microsoftonline\.com\/)(?:common|organizations|consumers)(\/v2\.0)\/?$/;

/** A service through which people can sign in. */
export type ProviderSettings = Omit<z.output<typeof settings>, 'key'> & { key: string };

/** The setting `IDENTITY_PROVIDERS`: a JSON list of services. */
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
  .transform((list) => list.map((one): ProviderSettings => ({ ...one, key: one.key ?? slug(one.label) })))
  .superRefine((list, context) => {
    const keys = list.map(({ key }) => key);
    if (keys.includes('')) context.addIssue('set a key: the label has no letters to make one from');
    if (list.some(({ trusted, issuer }) => trusted && anyDirectory.test(issuer)))
      context.addIssue('trusted: the issuer must be your own directory, not a shared one');
    for (const key of keys)
      if (keys.indexOf(key) !== keys.lastIndexOf(key)) {
        context.addIssue(`two providers have the key «${key}»: set different ones`);
        break;
      }
  });

type Label = z.output<typeof label>;

/** Returns the label in the given language, or the first label if there is no translation. */
export function labelIn(text: Label, language: Language): string {
  if (typeof text === 'string') return text;
  return [language, ...languages].map((one) => text[one]).find(Boolean) ?? '';
}

const slug = (text: Label) =>
  labelIn(text, 'en')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
