import * as z from 'zod';
import { type Language, languages } from '../../../contract/kit/fields.ts';

/** Passwords and tokens are sent to an issuer, so http is allowed for this machine only. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const labelNeeded = 'needs a text, or texts by language such as {"nl":"…","fr":"…"}';

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
  /** The service's name in addresses; derived from the label by default. */
  key: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'may have small letters, digits and dashes, 40 at most')
    .optional(),
  label,
  issuer: z
    .url('needs an address')
    .refine(
      (text) =>
        text.startsWith('https:') || (URL.canParse(text) && localHosts.includes(new URL(text).hostname)),
      'needs an address that starts with https:',
    ),
  clientId: z.string().min(1, 'is missing'),
  clientSecret: z.string().min(1, 'is missing'),
  scope: z
    .string()
    .default('openid email profile')
    .refine((scope) => scope.split(' ').includes('openid'), 'needs to contain openid'),
  /** People with an address in these domains need no guest code. */
  mailDomains: z
    .array(z.string().transform((domain) => domain.trim().replace(/^@/, '').toLowerCase()))
    .default([]),
  /** For directories whose addresses are all correct, and which therefore do not mark them as verified. */
  trustAddresses: z.boolean().default(false),
  /** Whether its verified addresses open existing accounts without the password. */
  trusted: z.boolean().default(false),
});

/** Microsoft's common issuer for all directories; each directory replaces the placeholder with its own id. */
export const anyDirectory =
  /^(https:\/\/login\.microsoftonline\.com\/)(?:common|organizations|consumers)(\/v2\.0)\/?$/;

/** A service that people may sign in by. */
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
  .pipe(z.array(settings, 'needs a list: [{"label": …, "issuer": …, "clientId": …, "clientSecret": …}]'))
  .transform((list) => list.map((one): ProviderSettings => ({ ...one, key: one.key ?? slug(one.label) })))
  .superRefine((list, context) => {
    const keys = list.map(({ key }) => key);
    if (keys.includes(''))
      context.addIssue('give each a key: its label has no letters that one can be made of');
    if (list.some(({ trusted, issuer }) => trusted && anyDirectory.test(issuer)))
      context.addIssue('trusted: needs the issuer of your own directory, not of all');
    for (const key of keys)
      if (keys.indexOf(key) !== keys.lastIndexOf(key)) {
        context.addIssue(`two have the key «${key}»: give each its own`);
        break;
      }
  });

type Label = z.output<typeof label>;

/** The label in a language, else the first one. */
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
