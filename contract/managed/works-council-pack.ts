import * as z from 'zod/mini';
import { calendarDate, language } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';
import { resource } from '../kit/resource.ts';

/**
 * Our verdict on a setting: recommended, lawful only with the works council's agreement, or not recommended.
 */
export const verdicts = ['recommended', 'agreement', 'notRecommended'] as const;

/** A block of a section. */
const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** A statement about the platform, with the tests that prove it. */
  z.object({
    kind: z.literal('claim'),
    id: z.string(),
    text: z.string(),
    tests: z.array(z.object({ file: z.string(), title: z.string() })),
  }),
  /** A setting, its value, and our verdict on it. */
  z.object({
    kind: z.literal('verdict'),
    setting: z.string(),
    value: z.string(),
    verdict: z.enum(verdicts),
    reason: z.string(),
    /** The page of the organisers' app with the setting; null for a setting in the server's environment. */
    page: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
  z.object({ kind: z.literal('articles'), articles: z.array(z.string()) }),
]);
export type Block = z.infer<typeof Block>;

export const WorksCouncilPack = resource('WorksCouncilPack', {
  language,
  title: z.string(),
  subtitle: z.string(),
  /** The day on which the pack was generated. */
  day: calendarDate,
  sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(Block) })),
});
export type WorksCouncilPack = z.infer<typeof WorksCouncilPack>;

export const read = operation({
  method: 'GET',
  path: '/platform/api/management/works-council-pack',
  summary: 'Returns the pack for the works council, generated from the current settings.',
  access: 'organiser',
  query: z.object({
    /** The language; by default the language of the request. */
    locale: z.optional(language),
  }),
  answer: WorksCouncilPack,
});

export const pdf = operation({
  method: 'GET',
  path: '/platform/api/management/works-council-pack/pdf',
  summary: 'Downloads the pack for the works council as a PDF.',
  access: 'organiser',
  query: z.object({ locale: z.optional(language) }),
});
