import { sql } from 'kysely';

/**
 * Returns an SQL condition for people who have accepted their invitation or followed their activation link. Until then,
 * they appear only in organisers' lists, and nobody else sees their name. `people` is the query's alias for the table.
 */
export const isActivated = (people = 'people') =>
  sql<boolean>`${sql.ref(`${people}.activated_at`)} is not null`;
