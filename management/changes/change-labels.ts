/**
 * The keys of the label of a value in the change log, the best first. `name` has dots if it is nested:
 * `stations.name`.
 */
export const labelsOf = (resource: string, name: string): [own: string, common: string] => [
  `resources.${resource}.fields.${name}`,
  `resources.changes.values.${name}`,
];
