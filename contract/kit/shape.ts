import * as z from 'zod/mini';

/**
 * A schema without its rules: what a value looks like, not what may be written. Used for answers, so that a row that an
 * older version stored, or a stricter rule would reject today, can still be shown and corrected.
 */
export function shapeOf<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  // A resource already has the form of an answer.
  if ('resourceName' in schema) return schema;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const { checks: _, ...plain } = def;
  return z.core.clone(schema, { ...plain, ...partsOf(def) } as never);
}

/** The shapes of several fields. */
export const shapesOf = <Fields extends z.core.$ZodShape>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shapeOf(schema)])) as Fields;

/** The parts of a schema, without its rules. */
function partsOf(def: z.core.$ZodTypes['_zod']['def']): object {
  if (def.type === 'object') return { shape: shapesOf(def.shape) };
  if (def.type === 'array') return { element: shapeOf(def.element) };
  if (def.type === 'union') return { options: def.options.map(shapeOf) };
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return { innerType: shapeOf(def.innerType) };
  return {};
}
