import { sql } from 'kysely';

/**
 * Whether a person has come in, as a part of a query: they have accepted their invitation, or followed the link that
 * was mailed to them. Until then they count nowhere but in the lists of organisers, and nobody else is told their name.
 * `people` is what the query calls the table.
 */
export const isActivated = (people = 'people') =>
  sql<boolean>`${sql.ref(`${people}.activated_at`)} is not null`;
