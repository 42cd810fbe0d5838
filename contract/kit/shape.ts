import * as z from 'zod/mini';

/**
 * Returns a schema without its validation rules: only the types. Responses use this schema, so that organisers can
 * still see and correct a row that an older version stored and that today's rules would reject.
 */
export function shapeOf<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  // A resource has no validation rules.
  if ('resourceName' in schema) return schema;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const { checks: _, ...plain } = def;
  return z.core.clone(schema, { ...plain, ...partsOf(def) } as never);
}

/** Applies `shapeOf` to several fields. */
export const shapesOf = <Fields extends z.core.$ZodShape>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shapeOf(schema)])) as Fields;

/** Returns the inner parts of a schema without their validation rules. */
function partsOf(def: z.core.$ZodTypes['_zod']['def']): object {
  if (def.type === 'object') return { shape: shapesOf(def.shape) };
  if (def.type === 'array') return { element: shapeOf(def.element) };
  if (def.type === 'union') return { options: def.options.map(shapeOf) };
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return { innerType: shapeOf(def.innerType) };
  return {};
}
