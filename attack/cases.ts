import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Operation } from '../contract/kit/operation.ts';
import { anything, hostileTexts, nested } from './edges.ts';
import { forms } from './files.ts';
import { type Vocabulary, valuesOf } from './generate.ts';
import type { Row } from './harvest.ts';
import type { Role } from './people.ts';
import { vocabularyOf } from './vocabulary.ts';
import type { World } from './world.ts';

/** A request to send. */
export interface Case {
  role: Role;
  method: Operation['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** The roles that call an operation, with their weights. */
const callers: Record<Operation['access'], [Role, number][]> = {
  public: [
    ['visitor', 50],
    ['participant', 25],
    ['organiser', 15],
    ['moderator', 3],
    ['analyst', 2],
    ['token', 5],
  ],
  participant: [
    ['participant', 55],
    ['other', 15],
    ['organiser', 10],
    ['moderator', 5],
    ['analyst', 3],
    ['visitor', 7],
    ['token', 5],
  ],
  moderator: [
    ['moderator', 45],
    ['organiser', 35],
    ['analyst', 5],
    ['participant', 5],
    ['visitor', 5],
    ['token', 5],
  ],
  analyst: [
    ['analyst', 45],
    ['organiser', 35],
    ['moderator', 5],
    ['participant', 5],
    ['visitor', 5],
    ['token', 5],
  ],
  organiser: [
    ['organiser', 70],
    ['moderator', 8],
    ['analyst', 5],
    ['participant', 7],
    ['visitor', 5],
    ['token', 5],
  ],
  token: [
    ['token', 80],
    ['participant', 6],
    ['visitor', 6],
    ['organiser', 5],
    ['moderator', 3],
  ],
};

/** The parts of a request before serialisation. */
interface Parts {
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
}

/** Generates requests for an operation: valid ones, some with one or two odd fields, and hostile ones. */
export function casesOf(op: Operation, world: World): fc.Arbitrary<Case> {
  const vocabulary = vocabularyOf(world);
  const roles = callers[op.access].map(([role, weight]) => ({ weight, arbitrary: fc.constant(role) }));
  const parts = fc.oneof(
    { weight: 4, arbitrary: partsOf(op, world, vocabulary, 0) },
    { weight: 4, arbitrary: partsOf(op, world, vocabulary, 12) },
    { weight: 2, arbitrary: partsOf(op, world, vocabulary, 60) },
  );
  const form = op.file ? forms : fc.constant(undefined);
  return fc
    .tuple(fc.oneof(...roles), parts, oddHeaders, form, writtenBodies)
    .map(([role, { params, query, body }, headers, file, write]) => {
      const url = addressOf(op, params) + queryOf(query);
      if (file)
        return {
          role,
          method: op.method,
          url,
          headers: { ...file.headers, ...headers },
          payload: file.payload,
        };
      if (op.body === undefined) return { role, method: op.method, url, headers };
      const written = write(body);
      return {
        role,
        method: op.method,
        url,
        headers: { 'content-type': written.type, ...headers },
        payload: written.text,
      };
    });
}

function partsOf(op: Operation, world: World, vocabulary: Vocabulary, wildness: number): fc.Arbitrary<Parts> {
  const of = (schema: z.core.$ZodType | undefined, isText = true) =>
    schema ? valuesOf(schema, wildness, vocabulary, isText) : fc.constant(undefined);
  const generated = fc.record({ params: of(op.params), query: of(op.query), body: of(op.body, false) });
  const rows = rowsFor(op, world);
  const one = rows.length > 0 ? fc.constantFrom(...rows) : fc.constant(undefined);
  const isChanged = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
  return fc.tuple(generated, one, fc.nat(9), isChanged).map(([parts, found, chance, changed]) => {
    const params = asObject(parts.params) as Record<string, unknown>;
    // Most calls refer to an existing resource and send the values that a form would have loaded.
    if (!found || chance === 0) return { ...parts, params };
    const { last, row } = found;
    const [name = ''] = /:(\w+)/.exec(op.path)?.slice(1) ?? [];
    return {
      params: { ...params, [name]: last },
      query: wildness < 50 ? withVersion(parts.query, row) : parts.query,
      body: wildness < 50 && chance < 8 ? overRow(op.body, parts.body, row, changed) : parts.body,
    };
  });
}

/** For addresses without a list of their own, the path of another list with the same resources. */
const listedBelow: Record<string, string> = {
  '/faq/api/libraries': '/platform/api/management/faq-libraries',
  '/platform/api/challenge_progresses': '/platform/api/challenges',
  '/platform/api/challenge_results': '/platform/api/challenges',
  '/platform/api/challenge_statss': '/platform/api/challenges',
  '/platform/api/progress_maps': '/platform/api/management/progress-maps',
};

/** Returns the existing resources that fit the first parameter of an operation's path. */
function rowsFor({ path }: Operation, { harvest }: World): { last: string; row: Row }[] {
  const [above = path] = path.split('/:');
  if (above === path) return [];
  return [...(harvest.rows.get(listedBelow[above] ?? above) ?? [])].map(([last, row]) => ({ last, row }));
}

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {});

const withVersion = (query: unknown, { version }: Row) =>
  version === undefined ? query : { ...asObject(query), version };

/** Returns the body that a form for a resource would send: the resource's fields, some of them changed. */
function overRow(schema: z.core.$ZodType | undefined, body: unknown, row: Row, changed: boolean[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { shape = body } = (schema?._zod.def ?? {}) as { shape?: object };
  const names = Object.keys(shape);
  const kept = names.filter(
    (name, at) => name in row && (name === 'version' || !changed[at % changed.length]),
  );
  return { ...body, ...Object.fromEntries(kept.map((name) => [name, row[name]])) };
}

const addressOf = (op: Operation, params: Record<string, unknown>) =>
  op.path.replace(/:(\w+)/g, (_, name) => encoded(typeof params[name] === 'object' ? 'x' : params[name]));

/** Percent-encodes a value. Lone surrogates have no encoding, so this writes them as some programs do. */
function encoded(value: unknown): string {
  const text = String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

/** Formats a query string; a list becomes a repeated parameter. */
function queryOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 5) : [value]).map((one) =>
      `${encoded(name)}=${encoded(typeof one === 'object' ? JSON.stringify(one) : one)}`.slice(0, 3000),
    ),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

interface Written {
  text: string;
  type: string;
}

const json = (body: unknown): Written => ({
  text: JSON.stringify(body) ?? 'null',
  type: 'application/json',
});

/** The ways to serialise a body; JSON is used most of the time. */
const writtenBodies: fc.Arbitrary<(body: unknown) => Written> = fc.oneof(
  { weight: 50, arbitrary: fc.constant(json) },
  {
    weight: 2,
    arbitrary: anything.map((value) => (body: unknown) => json({ ...asObject(body), unknown: value })),
  },
  { weight: 1, arbitrary: anything.map((value) => () => json(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (body: unknown) => json([body]),
      (body: unknown) => ({ ...json(body), text: (JSON.stringify(body) ?? '').slice(0, -1) }),
      (body: unknown) => ({ ...json(body), type: 'application/ld+json' }),
      (body: unknown) => ({ ...json(body), type: 'text/plain' }),
      (body: unknown) => ({ ...json(body), type: 'application/json; charset=utf-16' }),
      (body: unknown) => ({ ...json(body), type: 'application/x-www-form-urlencoded' }),
      (body: unknown) => ({
        text: queryOf(body).slice(1) || 'a[b][c]=1&a=2&a=3',
        type: 'application/x-www-form-urlencoded',
      }),
      (body: unknown) => ({
        ...json(body),
        text: `{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},${(JSON.stringify(body) ?? '{}').slice(1)}`,
      }),
      () => ({ ...json(null), text: `${'['.repeat(5000)}${']'.repeat(5000)}` }),
      () => json(nested(200)),
      () => ({ ...json(null), text: '' }),
      () => ({ ...json(null), text: '\ufeff{}' }),
    ),
  },
);

/** Headers with values that clients can choose freely. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ 'accept-language': 'en' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'time-zone': 'Pacific/Kiritimati' },
      { 'time-zone': '+23:59' },
      { 'time-zone': '-23:59' },
      { 'time-zone': 'Etc/GMT-14' },
      { 'time-zone': '../../etc/passwd' },
      { 'accept-language': 'nl;q=2, *;q=x, '.repeat(200) },
      { 'accept-language': 'fr' },
      { 'accept-language': '__proto__' },
      { accept: 'application/json' },
      { accept: 'text/html' },
      { accept: '*/*;q=NaN' },
      { accept: hostileTexts[16] ?? '' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'x-forwarded-for': '1.2.3.4, not an address' },
      { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'elsewhere.example' },
      { 'if-none-match': '*' },
      { cookie: 'session=s%3Anothing.signature; language=__proto__' },
      { authorization: 'Bearer' },
      { authorization: 'Basic Og==' },
    ),
  },
);
