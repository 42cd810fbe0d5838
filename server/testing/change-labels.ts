import { languages } from '../../contract/kit/fields.ts';
import { labelsOf } from '../../management/changes/change-labels.ts';
import english from '../../management/i18n/en.json' with { type: 'json' };
import french from '../../management/i18n/fr.json' with { type: 'json' };
import dutch from '../../management/i18n/nl.json' with { type: 'json' };

interface Line {
  resource: string;
  action: string;
  before: unknown;
  after: unknown;
}

const texts = { en: english, fr: french, nl: dutch };

/**
 * Returns the texts that these lines of the change log need but the organisers’ app lacks, each with its language and
 * key.
 */
export function missingLabels(lines: Line[]): string[] {
  const needed = new Map(lines.flatMap(keysOf).map((keys) => [keys[0], keys]));
  return languages.flatMap((language) =>
    [...needed.values()]
      .filter((keys) => !keys.some((key) => hasText(texts[language], key)))
      .map(([key]) => `${language} ${key}`),
  );
}

/** Returns the texts that a line needs, each as a list of alternative keys. */
const keysOf = ({ resource, action, before, after }: Line): [key: string, ...others: string[]][] => [
  [`resources.${resource}.name`],
  [`app.actions.${action}`],
  ...[before, after].flatMap((values) => namesIn(values).map((name) => labelsOf(resource, name))),
];

/** Returns the names of values, and the paths of nested values that the app labels one by one. */
function namesIn(values: unknown): string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([name, value]) => [
    name,
    ...innerOf(value).flatMap((one) => namesIn(one).map((inner) => `${name}.${inner}`)),
  ]);
}

function innerOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(innerOf);
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.keys(value);
  const isInLanguages = names.every((name) => (languages as readonly string[]).includes(name));
  const isNamed = 'id' in value && 'name' in value;
  return isInLanguages || isNamed ? [] : [value];
}

/** Returns whether a part of a text file contains a text for the key; keys may contain dots. */
function hasText(part: unknown, key: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const found = Object.entries(part).filter(([name]) => key === name || key.startsWith(`${name}.`));
  return found.some(([name, inner]) =>
    key === name ? typeof inner === 'string' && inner !== '' : hasText(inner, key.slice(name.length + 1)),
  );
}
