import { type ManagementRole, managementRoles } from '../../../../contract/roles.ts';
import type { ProviderSettings } from '../provider-settings.ts';

/** What a person's groups at a service give them. */
export interface GroupGrants {
  role: ManagementRole | null;
  /** The name of a team. */
  team: string | null;
}

/**
 * Entra ID lists at most 200 groups in an ID token and 150 in a SAML assertion. With more, it sends one of these claims
 * and no groups.
 */
const signsOfMore = ['_claim_names', 'hasgroups', 'http://schemas.microsoft.com/claims/groups.link'];

/** Whether a service has left out the groups because there are too many. */
export const areGroupsLeftOut = (claims: Record<string, unknown>): boolean =>
  signsOfMore.some((name) => Object.hasOwn(claims, name));

/** The claim that lists a person's groups. SAML's attributes are read into `groups`. */
export const groupsClaimOf = (provider: ProviderSettings): string =>
  (provider.kind === 'saml' ? undefined : provider.groupsClaim) ?? 'groups';

/** Whether a service's groups give roles or teams. */
export const usesGroups = ({ trusted, roles, teams }: ProviderSettings): boolean =>
  trusted && (roles !== undefined || teams !== undefined);

/**
 * Returns what a person's groups give them; undefined if the service's groups give nothing, and `unknown` if the
 * service has left out the groups. People in no group have no such claim at most services.
 */
export function groupGrantsOf(
  provider: ProviderSettings,
  claims: Record<string, unknown>,
): GroupGrants | 'unknown' | undefined {
  if (!usesGroups(provider)) return undefined;
  const claim = claims[groupsClaimOf(provider)];
  if (claim === undefined && areGroupsLeftOut(claims)) return 'unknown';
  const groups = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
  const isIn = (group: string) => groups.has(group);
  const [, team = null] = Object.entries(provider.teams ?? {}).find(([group]) => isIn(group)) ?? [];
  const role = managementRoles.findLast((one) => provider.roles?.[one]?.some(isIn)) ?? null;
  return { role, team };
}
