import * as z from 'zod/mini';
import type { Operation } from '../../contract/kit/operation.ts';
import type { ResourceSchema } from '../../contract/kit/resource.ts';

type Api = Record<string, Record<string, Operation>>;

/** A resource class with the calls that read or write it. */
interface ResourceClass {
  name: string;
  schema: ResourceSchema;
  collection: Operation | undefined;
  operations: Operation[];
}

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
};
const rangesOfFormat: Record<string, string> = { date: 'xmls:date', 'date-time': 'xmls:dateTime' };

/**
 * The Hydra documents of an API, read off its contract: entry point, documentation and contexts.
 * `base` is the base path without its last slash, `origin` where the server is reached.
 */
export function hydraDocuments(api: Api, base: string) {
  const root = `${base}/platform/api`;
  const classes = resourceClasses(api);
  const listed = classes.filter(({ collection }) => collection);
  return {
    entrypoint: {
      '@context': `${root}/contexts/Entrypoint`,
      '@id': root,
      '@type': 'Entrypoint',
      ...Object.fromEntries(
        listed.map(({ name, collection }) => [linkName(name), `${base}${collection?.path}`]),
      ),
    },

    documentation: (origin: string) => ({
      '@context': {
        '@vocab': `${origin}${root}/docs.jsonld#`,
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
      'hydra:supportedClass': [...classes.map(classDocument), entrypointDocument(listed)],
    }),

    /** The JSON-LD context of a class, or nothing where there is no such class. */
    context: (origin: string, name: string) => {
      const known = classes.find((candidate) => candidate.name === name);
      const fields =
        name === 'Entrypoint'
          ? Object.fromEntries(
              listed.map((entry) => [
                linkName(entry.name),
                { '@id': `Entrypoint/${linkName(entry.name)}`, '@type': '@id' },
              ]),
            )
          : known
            ? Object.fromEntries(fieldsOf(known.schema).map((field) => [field, `${name}/${field}`]))
            : name === 'Error' || name === 'ConstraintViolationList'
              ? {}
              : undefined;
      return (
        fields && {
          '@context': { '@vocab': `${origin}${root}/docs.jsonld#`, hydra: vocabularies.hydra, ...fields },
        }
      );
    },
  };
}

function resourceClasses(api: Api): ResourceClass[] {
  const classes = new Map<string, ResourceClass>();
  const operations = Object.values(api).flatMap((domain) => Object.values(domain));
  for (const op of operations) {
    const answer = op.answer as (ResourceSchema & { memberSchema?: ResourceSchema }) | undefined;
    const schema = answer?.memberSchema ?? answer;
    if (!schema?.resourceName) continue;
    const name = schema.resourceName;
    const known = classes.get(name) ?? { name, schema, collection: undefined, operations: [] };
    if (!answer?.memberSchema) known.operations.push(op);
    else known.collection ??= op;
    classes.set(name, known);
  }
  // What answers nothing belongs to the collection that its path lies in.
  for (const op of operations.filter(({ answer }) => !answer)) {
    const owner = [...classes.values()].find(({ collection }) => op.path.startsWith(`${collection?.path}/`));
    owner?.operations.push(op);
  }
  return [...classes.values()];
}

/** `ProgressMap` is linked from the entry point as `progressMap`. */
const linkName = (className: string) => className.charAt(0).toLowerCase() + className.slice(1);

const fieldsOf = (schema: ResourceSchema) =>
  Object.keys(schema.def.shape).filter((field) => !field.startsWith('@'));

function classDocument({ name, schema, operations }: ResourceClass) {
  const written = new Set(operations.flatMap((op) => (op.body ? bodyFields(op.body) : [])));
  return {
    '@id': `#${name}`,
    '@type': 'hydra:Class',
    'hydra:title': name,
    'hydra:supportedProperty': fieldsOf(schema).map((field) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#${name}/${field}`,
        '@type': 'rdf:Property',
        label: field,
        domain: `#${name}`,
        range: rangeOf(schema.def.shape[field] as z.core.$ZodType),
      },
      'hydra:title': field,
      'hydra:required': false,
      'hydra:readable': true,
      'hydra:writeable': written.has(field),
    })),
    'hydra:supportedOperation': operations
      .filter((op) => op.method !== 'POST')
      .map((op) => operationDocument(op, `#${name}`)),
  };
}

function entrypointDocument(listed: ResourceClass[]) {
  return {
    '@id': '#Entrypoint',
    '@type': 'hydra:Class',
    'hydra:title': 'Entrypoint',
    'hydra:supportedProperty': listed.map(({ name, collection, operations }) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#Entrypoint/${linkName(name)}`,
        '@type': 'hydra:Link',
        domain: '#Entrypoint',
        'rdfs:label': `${name} collection`,
        'rdfs:range': [
          { '@id': 'hydra:Collection' },
          {
            'owl:equivalentClass': {
              'owl:onProperty': { '@id': 'hydra:member' },
              'owl:allValuesFrom': { '@id': `#${name}` },
            },
          },
        ],
        'hydra:supportedOperation': [
          operationDocument(collection as Operation, 'hydra:Collection'),
          ...operations.filter((op) => op.method === 'POST').map((op) => operationDocument(op, `#${name}`)),
        ],
      },
      'hydra:title': linkName(name),
      'hydra:readable': true,
      'hydra:writeable': false,
    })),
  };
}

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

function rangeOf(field: z.core.$ZodType): string {
  const schema = z.toJSONSchema(field, { unrepresentable: 'any' });
  const part = schema.anyOf?.find((option) => typeof option === 'object' && option.type !== 'null') ?? schema;
  if (typeof part !== 'object') return 'xmls:string';
  const className = (part.properties?.['@type'] as { const?: string } | undefined)?.const;
  if (className) return `#${className}`;
  return rangesOfFormat[part.format ?? ''] ?? rangesOfType[String(part.type)] ?? 'xmls:string';
}
