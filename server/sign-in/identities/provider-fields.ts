import * as z from 'zod';
import { type Language, languages } from '../../../contract/kit/fields.ts';

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

const groups = z.array(z.string().min(1, 'must not be empty'));

/** The settings that all services have, whatever their protocol. */
export const providerFields = {
  /** The service's name in our URLs. Derived from the label by default. */
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
  /** Whether the service's verified addresses open existing accounts without a password. */
  trusted: z.boolean().default(false),
  /** The groups whose members become organisers, moderators or analysts. */
  roles: z.strictObject({ organiser: groups, moderator: groups, analyst: groups }).partial().optional(),
  /** The names of the teams that the members of groups join. The first group that a person is in counts. */
  teams: z.record(z.string(), z.string().trim().min(1)).optional(),
};

type Label = z.output<typeof label>;

/** Returns the label in the given language, or the first label if there is no translation. */
export function labelIn(text: Label, language: Language): string {
  if (typeof text === 'string') return text;
  return [language, ...languages].map((one) => text[one]).find(Boolean) ?? '';
}

/** Returns a key for a service without one. */
export const keyFrom = (text: Label) =>
  labelIn(text, 'en')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
