import { createHash } from 'node:crypto';
import { type Language, languages } from '../../../contract/kit/fields.ts';
import type { Texts } from './texts.ts';

/** One of the product's texts, in every language. */
export interface CatalogueText {
  id: number;
  namespace: string;
  /** The key within the namespace, for example `signIn.send`. */
  key: string;
  standard: Record<Language, string>;
  place: string | null;
}

/** Where the participants' app uses the texts of each namespace. */
const places: Record<string, string> = {
  accounts: 'sign-up',
  activities: 'my-activities',
  challenges: '',
  comments: 'my-activities',
  couplings: 'my-activities/add',
  faq: 'info',
  identities: '',
  info: 'info',
  ingest: 'my-profile/own-apps',
  layout: '',
  likes: 'my-activities',
  passwords: 'forgot-password',
  people: 'my-profile',
  'progress-maps': '',
  rankings: 'our-statistics',
  sessions: '',
  teams: 'our-statistics',
  workouts: 'my-activities',
};

/** Returns all of the product's texts. A key has the same id in every release. */
export function catalogueOf(texts: Texts): CatalogueText[] {
  const found = new Map<string, CatalogueText>();
  for (const language of languages)
    for (const [namespace, inner] of Object.entries(texts[language]))
      for (const [key, text] of leavesOf(inner)) {
        const name = `${namespace}:${key}`;
        const known = found.get(name) ?? {
          id: numberOf(name),
          namespace,
          key,
          standard: { en: '', fr: '', nl: '' },
          place: places[namespace] ?? null,
        };
        known.standard[language] = text;
        found.set(name, known);
      }
  return [...found.values()];
}

function leavesOf(value: unknown, path: string[] = []): [key: string, text: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** Returns 31 bits of a hash, which fit into a row id. */
const numberOf = (name: string) =>
  createHash('sha256').update(name).digest().readUInt32BE() & 0x7fff_ffff || 1;
