import * as z from 'zod/mini';

/** The schema of a JSON-LD resource; `resourceName` is the class in the API description. */
export type ResourceSchema<
  Name extends string = string,
  Fields extends z.core.$ZodShape = z.core.$ZodShape,
> = z.ZodMiniObject<
  {
    '@context': z.ZodMiniOptional<z.ZodMiniString>;
    '@id': z.ZodMiniString;
    '@type': z.ZodMiniLiteral<Name>;
  } & Fields
> & { resourceName: Name; foundAt: string | undefined };

/**
 * Declares a resource with its class name and its fields. In a response, only the outermost resource has `@context`.
 * `foundAt` is the path of the resource's address; set it for a class that only appears inside other resources.
 */
export function resource<Name extends string, Fields extends z.core.$ZodShape>(
  name: Name,
  fields: Fields,
  foundAt?: string,
): ResourceSchema<Name, Fields> {
  const schema = z.object({
    '@context': z.optional(z.string()),
    '@id': z.string(),
    '@type': z.literal(name),
    ...fields,
  });
  return Object.assign(schema, { resourceName: name, foundAt }) as unknown as ResourceSchema<Name, Fields>;
}

const view = z.object({
  '@id': z.string(),
  '@type': z.literal('hydra:PartialCollectionView'),
  'hydra:first': z.optional(z.string()),
  'hydra:last': z.optional(z.string()),
  'hydra:previous': z.optional(z.string()),
  'hydra:next': z.optional(z.string()),
});

/** The search parameters of a list; `property` is the field that a parameter searches. */
const search = z.object({
  '@type': z.literal('hydra:IriTemplate'),
  'hydra:template': z.string(),
  'hydra:variableRepresentation': z.literal('BasicRepresentation'),
  'hydra:mapping': z.array(
    z.object({
      '@type': z.literal('IriTemplateMapping'),
      variable: z.string(),
      property: z.nullable(z.string()),
      required: z.boolean(),
    }),
  ),
});

/** Declares a Hydra collection of a resource; `extra` has additional fields of the collection. */
export function collection<Member extends ResourceSchema, Extra extends z.core.$ZodShape>(
  member: Member,
  extra: Extra,
) {
  const schema = z.object({
    '@context': z.string(),
    '@id': z.string(),
    '@type': z.literal('hydra:Collection'),
    'hydra:member': z.array(member),
    'hydra:totalItems': z.int(),
    'hydra:view': z.optional(view),
    'hydra:search': z.optional(search),
    ...extra,
  });
  return Object.assign(schema, { resourceName: member.resourceName, memberSchema: member });
}
