/**
 * Returns the text keys for a value's label in the change log, the most specific key first. The `name` of a nested
 * value has dots, as in `stations.name`.
 */
export const labelsOf = (resource: string, name: string): [own: string, common: string] => [
  `resources.${resource}.fields.${name}`,
  `resources.changes.values.${name}`,
];
