import { sql } from 'kysely';

/**
 * A query condition: the person has accepted their invitation or followed their activation link. Until then they only
 * appear in organisers' lists, and nobody else sees their name. `people` is the query's alias of the table.
 */
export const isActivated = (people = 'people') =>
  sql<boolean>`${sql.ref(`${people}.activated_at`)} is not null`;
