import fc from 'fast-check';
import type * as z from 'zod/mini';
import {
  anything,
  hostileDates,
  hostileMoments,
  hostileNumbers,
  hostileNumerals,
  hostileTexts,
} from './edges.ts';

type Schema = z.core.$ZodType;
/** The definition of a schema of any type. */
// biome-ignore lint/suspicious/noExplicitAny: zod's definitions have no more precise common type
type Definition = Record<string, any>;

/** Returns values for a field name in the attacked world; undefined if the schema alone determines the values. */
export type Vocabulary = (name: string) => fc.Arbitrary<unknown> | undefined;

const definitionOf = (schema: Schema): Definition => schema._zod.def;

/** Returns the checks on a text or a number; formats such as dates are checks too. */
const checksOf = (schema: Schema): Definition[] => {
  const definition = definitionOf(schema);
  const checks = (definition.checks ?? []).map((check: { _zod: { def: Definition } }) => check._zod.def);
  return definition.check ? [definition, ...checks] : checks;
};

const bound = (checks: Definition[], check: string, field: string): number | undefined =>
  checks.find((one) => one.check === check)?.[field];

/**
 * Generates values for a schema. `wildness` is the percentage of fields that get an edge case or a hostile value
 * instead of a valid one. With 0, all values are valid, except that refinements are ignored.
 */
export function valuesOf(
  schema: Schema,
  wildness: number,
  vocabulary: Vocabulary,
  isText = false,
  name = '',
): fc.Arbitrary<unknown> {
  const wanted = wantedBy(schema, wildness, vocabulary, isText, name);
  // The body as a whole stays valid and only its fields vary; invalid bodies are generated elsewhere.
  if (wildness === 0 || name === '') return wanted;
  return fc.oneof(
    { weight: 100 - wildness, arbitrary: wanted },
    { weight: Math.ceil(wildness / 2), arbitrary: edgesOf(schema, isText) },
    { weight: Math.ceil(wildness / 2), arbitrary: anything },
  );
}

function wantedBy(
  schema: Schema,
  wildness: number,
  vocabulary: Vocabulary,
  isText: boolean,
  name: string,
): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema);
  const inner = (one: Schema, called = name) => valuesOf(one, wildness, vocabulary, isText, called);
  const known = vocabulary(name);
  switch (definition.type) {
    case 'object':
      return objectOf(definition.shape, (field, one) => inner(one, field));
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.oneof(
        { weight: 2, arbitrary: inner(definition.innerType) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      );
    case 'nullable':
      return fc.oneof(
        { weight: 3, arbitrary: inner(definition.innerType) },
        { weight: 1, arbitrary: fc.constant(null) },
      );
    case 'array': {
      const longest = bound(checksOf(schema), 'max_length', 'maximum') ?? 10;
      const some = fc.array(inner(definition.element, name || 'list'), {
        minLength: bound(checksOf(schema), 'min_length', 'minimum') ?? 0,
        maxLength: Math.min(longest, 4),
      });
      return vocabulary(`${name}[]`) ?? some;
    }
    case 'union':
      return known ?? fc.oneof(...definition.options.map((one: Schema) => inner(one)));
    case 'intersection':
      return fc
        .tuple(inner(definition.left), inner(definition.right))
        .map(([left, right]) => ({ ...(left as object), ...(right as object) }));
    case 'pipe':
      return known && definitionOf(definition.in).type !== 'enum' ? known : inner(definition.in);
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries));
    case 'literal':
      return fc.constantFrom(...definition.values);
    case 'boolean':
      return isText ? fc.constantFrom('true', 'false') : fc.boolean();
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 5 }), inner(definition.valueType), { maxKeys: 3 });
    case 'number':
      return known ? fc.oneof({ weight: 3, arbitrary: known }, numbers(schema)) : numbers(schema);
    case 'string':
      return known ? fc.oneof({ weight: 12, arbitrary: known }, texts(schema)) : texts(schema);
    default:
      return known ?? anything;
  }
}

function objectOf(
  shape: Record<string, Schema>,
  of: (field: string, schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([field, schema]) => [field, of(field, schema)] as const);
  return fc
    .record(Object.fromEntries(fields))
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)));
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const checks = checksOf(schema);
  const isOpen = checks.some(({ check, inclusive }) => check === 'greater_than' && !inclusive);
  const min = (bound(checks, 'greater_than', 'value') ?? 0) + (isOpen ? 1 : 0);
  const max = bound(checks, 'less_than', 'value') ?? 1000;
  const isWhole = checks.some(({ check }) => check === 'number_format');
  return isWhole
    ? fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), Math.ceil(min) + 1000) })
    : fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 100) / 100);
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const checks = checksOf(schema);
  const format = checks.find(({ check }) => check === 'string_format')?.format;
  if (format === 'date') return dates;
  if (format === 'datetime') return moments;
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'email') return fc.nat(10_000).map((number) => `new-${number}@example.com`);
  const maxLength = Math.min(bound(checks, 'max_length', 'maximum') ?? 60, 60);
  const minLength = Math.min(bound(checks, 'min_length', 'minimum') ?? 0, maxLength);
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ minLength, maxLength, unit: 'grapheme' }).map((text) => text.slice(0, maxLength)),
    fc.nat(100_000).map((number) => `word-${number}`.padEnd(minLength, 'x').slice(0, maxLength)),
  );
}

/** Days around the current day of the attacked world, which cover its challenges. */
export const dates = fc
  .integer({ min: -120, max: 60 })
  .map((days) => new Date(Date.UTC(2026, 10, 21) + days * 86_400_000).toISOString().slice(0, 10));

/** Timestamps around the current time of the attacked world. */
export const moments = fc
  .tuple(fc.integer({ min: -120 * 1440, max: 3 * 1440 }), fc.constantFrom('Z', '+01:00', '-05:00', '+14:00'))
  .map(
    ([minutes, zone]) =>
      new Date(Date.UTC(2026, 10, 21, 11) + minutes * 60_000).toISOString().slice(0, 19) + zone,
  );

/** Generates values at the limits of a schema, just inside and just outside. */
function edgesOf(schema: Schema, isText: boolean): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema);
  const checks = checksOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
      return edgesOf(definition.innerType, isText);
    case 'pipe':
      return edgesOf(definition.in, isText);
    case 'union':
      return fc.oneof(...definition.options.map((one: Schema) => edgesOf(one, isText)));
    case 'number': {
      const bounds = ['greater_than', 'less_than'].flatMap((check) => {
        const value = bound(checks, check, 'value');
        return value === undefined ? [] : [value, value + 1, value - 1, value + 0.0004, value - 0.0004];
      });
      return fc.constantFrom(...bounds, ...hostileNumbers, ...(isText ? hostileNumerals : []));
    }
    case 'string': {
      const format = checks.find(({ check }) => check === 'string_format')?.format;
      if (format === 'datetime') return fc.constantFrom(...hostileMoments);
      if (format === 'date') return fc.constantFrom(...hostileDates);
      const lengths = [bound(checks, 'max_length', 'maximum'), bound(checks, 'min_length', 'minimum')];
      const bounds = lengths.flatMap((length = 60) => [
        'b'.repeat(length),
        'b'.repeat(length + 1),
        '😀'.repeat(Math.ceil(length / 2)),
        'b'.repeat(Math.max(length - 1, 0)),
      ]);
      const isDated = checks.some(({ check }) => check === 'custom');
      return fc.constantFrom(
        ...bounds,
        ...hostileTexts,
        ...(isDated ? [...hostileDates, ...hostileMoments, ...hostileNumerals] : []),
      );
    }
    case 'array':
      return fc.constantFrom(
        [],
        [null],
        [[]],
        Array.from({ length: (bound(checks, 'max_length', 'maximum') ?? 1000) + 1 }, () => 'a'),
      );
    default:
      return anything;
  }
}
