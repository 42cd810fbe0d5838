/**
 * The roles that a person can be given in the organisers' app, from the fewest rights to the most. Analysts see only
 * the statistics, moderators only the flagged comments, and organisers everything.
 */
export const managementRoles = ['analyst', 'moderator', 'organiser'] as const;
export type ManagementRole = (typeof managementRoles)[number];

/** What a person may do, from the fewest rights to the most. */
export const roles = ['participant', ...managementRoles] as const;
export type Role = (typeof roles)[number];
