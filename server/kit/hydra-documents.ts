import * as z from 'zod/mini';
import type { Operation } from '../../contract/kit/operation.ts';
import { type Api, type ResourceClass, resourceClasses } from './hydra-classes.ts';

const vocabularies = {
  hydra: 'http://www.w3.org/ns/hydra/core#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xmls: 'http://www.w3.org/2001/XMLSchema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  schema: 'https://schema.org/',
};

const rangesOfType: Record<string, string> = {
  integer: 'xmls:integer',
  number: 'xmls:decimal',
  boolean: 'xmls:boolean',
  string: 'xmls:string',
  array: 'xmls:array',
  object: 'rdfs:Resource',
};
const rangesOfFormat: Record<string, string> = { date: 'xmls:date', 'date-time': 'xmls:dateTime' };

/** The classes of error responses. They have contexts, but are not resources. */
const problemClasses = ['Error', 'ConstraintViolationList'];

/**
 * Derives the Hydra documents of an API from its contract: entry point, documentation, contexts and templates. `base`
 * is the base path without its last slash.
 */
export function hydraDocuments(api: Api, base: string) {
  const root = `${base}/platform/api`;
  const classes = resourceClasses(api);
  const vocabulary = (origin: string) => `${origin}${root}/docs.jsonld#`;
  const isTemplated = ({ address }: ResourceClass) => address.includes(':');

  /** Returns the entry point's link to a class: its address, or a template if the address has parameters. */
  const linkOf = (one: ResourceClass) =>
    isTemplated(one) ? templateOf(one, `${root}/templates/${linkName(one)}`, base) : base + one.address;

  return {
    entrypoint: {
      '@context': `${root}/contexts/Entrypoint`,
      '@id': root,
      '@type': 'Entrypoint',
      ...Object.fromEntries(classes.map((one) => [linkName(one), linkOf(one)])),
    },

    documentation: (origin: string) => ({
      '@context': {
        '@vocab': vocabulary(origin),
        ...vocabularies,
        domain: { '@id': 'rdfs:domain', '@type': '@id' },
        range: { '@id': 'rdfs:range', '@type': '@id' },
        expects: { '@id': 'hydra:expects', '@type': '@id' },
        returns: { '@id': 'hydra:returns', '@type': '@id' },
      },
      '@id': `${root}/docs.jsonld`,
      '@type': 'hydra:ApiDocumentation',
      'hydra:title': 'Company challenge',
      'hydra:entrypoint': root,
      'hydra:supportedClass': [
        ...classes.map(classDocument),
        {
          '@id': '#Entrypoint',
          '@type': 'hydra:Class',
          'hydra:title': 'Entrypoint',
          'hydra:supportedProperty': classes.map((one) => entryDocument(one, isTemplated(one))),
        },
      ],
    }),

    /** Returns the JSON-LD context of a class; undefined for an unknown name. */
    context: (origin: string, name: string) => {
      const terms = termsOf(classes, name);
      return terms && { '@context': { '@vocab': vocabulary(origin), hydra: vocabularies.hydra, ...terms } };
    },

    /** Returns the URI template of a class's address; undefined if the address has no parameters. */
    template: (name: string) => {
      const found = classes.find((one) => isTemplated(one) && linkName(one) === name);
      return found && { '@context': `${root}/contexts/Entrypoint`, ...(linkOf(found) as object) };
    },
  };
}

/** Returns the name of a class's link in the entry point: `progressMap` for `ProgressMap`. */
const linkName = ({ name }: ResourceClass) => name.charAt(0).toLowerCase() + name.slice(1);

/** Returns the terms of a class's context. */
function termsOf(classes: ResourceClass[], name: string): object | undefined {
  if (problemClasses.includes(name)) return {};
  if (name === 'Entrypoint')
    return Object.fromEntries(
      classes.map((one) => [linkName(one), { '@id': `Entrypoint/${linkName(one)}`, '@type': '@id' }]),
    );
  const known = classes.find((candidate) => candidate.name === name);
  return known && Object.fromEntries([...known.fields.keys()].map((field) => [field, `${name}/${field}`]));
}

function templateOf({ address }: ResourceClass, id: string, base: string) {
  return {
    '@id': id,
    '@type': 'hydra:IriTemplate',
    'hydra:template': base + address.replace(/:(\w+)/g, '{$1}'),
    'hydra:variableRepresentation': { '@id': 'hydra:BasicRepresentation' },
    'hydra:mapping': [...address.matchAll(/:(\w+)/g)].map(([, variable]) => ({
      '@type': 'hydra:IriTemplateMapping',
      'hydra:variable': variable,
      'hydra:required': true,
    })),
  };
}

/** Marks a class that has no readable list. */
const withoutList = {
  'hydra:description':
    'Has no list of its own. Marked as deprecated so that generic clients leave it out of their menus; it stays in use.',
  // No other standard property makes clients hide a class from their menus.
  'owl:deprecated': true,
};

function classDocument({ name, fields, isBrowsable, calls, itemCalls }: ResourceClass) {
  const written = new Set([...calls, ...itemCalls].flatMap(({ body }) => (body ? bodyFields(body) : [])));
  return {
    '@id': `#${name}`,
    '@type': 'hydra:Class',
    'hydra:title': name,
    ...(isBrowsable ? {} : withoutList),
    'hydra:supportedProperty': [...fields].map(([field, schema]) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#${name}/${field}`,
        '@type': 'rdf:Property',
        label: field,
        domain: `#${name}`,
        range: rangeOf(schema),
        ...(isArray(schema) ? {} : { 'owl:maxCardinality': 1 }),
      },
      'hydra:title': field,
      'hydra:required': false,
      'hydra:readable': true,
      'hydra:writeable': written.has(field),
    })),
    'hydra:supportedOperation': itemCalls.map((op) => operationDocument(op, `#${name}`)),
  };
}

/** Describes a class's link in the entry point: a collection or a single resource. */
function entryDocument(one: ResourceClass, isTemplated: boolean) {
  const { name, isListed, calls } = one;
  return {
    '@type': 'hydra:SupportedProperty',
    'hydra:property': {
      '@id': `#Entrypoint/${linkName(one)}`,
      '@type': isTemplated ? 'hydra:TemplatedLink' : 'hydra:Link',
      domain: '#Entrypoint',
      'rdfs:label': isListed ? `${name} collection` : name,
      'rdfs:range': isListed ? collectionRange(name) : [{ '@id': `#${name}` }],
      'hydra:supportedOperation': calls.map((op) =>
        operationDocument(op, op.method === 'POST' ? `#${name}` : 'hydra:Collection'),
      ),
    },
    'hydra:title': linkName(one),
    'hydra:readable': true,
    'hydra:writeable': false,
  };
}

const collectionRange = (name: string) => [
  { '@id': 'hydra:Collection' },
  {
    'owl:equivalentClass': {
      'owl:onProperty': { '@id': 'hydra:member' },
      'owl:allValuesFrom': { '@id': `#${name}` },
    },
  },
];

const operationDocument = (op: Operation, returns: string) => ({
  '@type': 'hydra:Operation',
  'hydra:method': op.method,
  'hydra:title': op.summary,
  'rdfs:label': op.summary,
  returns: op.answer ? returns : 'owl:Nothing',
  ...(op.body ? { expects: returns } : {}),
});

function bodyFields(body: z.core.$ZodType): string[] {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const parts = schema.oneOf ?? schema.anyOf ?? [schema];
  return parts.flatMap((part) => (typeof part === 'object' ? Object.keys(part.properties ?? {}) : []));
}

/** Returns whether a field contains several values. */
const isArray = (field: z.core.$ZodType) => valueSchema(field).type === 'array';

function rangeOf(field: z.core.$ZodType): string {
  const schema = valueSchema(field);
  const className = (schema.properties?.['@type'] as { const?: string } | undefined)?.const;
  if (className) return `#${className}`;
  return rangesOfFormat[schema.format ?? ''] ?? rangesOfType[String(schema.type)] ?? 'xmls:string';
}

/** Returns the schema of a field's value, if it has one. */
function valueSchema(field: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const schema = z.toJSONSchema(field, { unrepresentable: 'any' });
  const options = (schema.anyOf ?? []).filter((option) => typeof option === 'object');
  return options.find(({ type }) => type !== 'null') ?? schema;
}
