import * as z from 'zod';
import { type Language, languages } from '../../../contract/kit/fields.ts';

const labelNeeded = 'must be a text, or a text per language such as {"nl":"…","fr":"…"}';

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

const groups = z.array(z.string().min(1, 'must not be empty'));

/** The settings of every identity provider, whatever its protocol. */
export const providerFields = {
  /** The provider's name in our URLs. Derived from the label by default. */
  key: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must have at most 40 lower-case letters, digits and dashes')
    .optional(),
  label,
  /** People with an address in these domains need no guest code. */
  mailDomains: z
    .array(z.string().transform((domain) => domain.trim().replace(/^@/, '').toLowerCase()))
    .default([]),
  /**
   * Whether to treat all addresses as verified, for directories that check all addresses but do not mark them as
   * verified.
   */
  trustAddresses: z.boolean().default(false),
  /**
   * Whether people whose email address the provider has verified can open an existing account without its
   * password.
   */
  trusted: z.boolean().default(false),
  /** The groups whose members get each role. */
  roles: z.strictObject({ organiser: groups, moderator: groups, analyst: groups }).partial().optional(),
  /**
   * The name of the team that the members of each group join. If a person is in several of these groups, the
   * first one applies.
   */
  teams: z.record(z.string(), z.string().trim().min(1)).optional(),
};

type Label = z.output<typeof label>;

/** Returns the label in the given language, or the first label if there is no translation. */
export function labelIn(text: Label, language: Language): string {
  if (typeof text === 'string') return text;
  return [language, ...languages].map((one) => text[one]).find(Boolean) ?? '';
}

/** Returns the default key, derived from the label. */
export const keyFrom = (text: Label) =>
  labelIn(text, 'en')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
