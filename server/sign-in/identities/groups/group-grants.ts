import { type ManagementRole, managementRoles } from '../../../../contract/roles.ts';
import type { ProviderSettings } from '../provider-settings.ts';

/** The role and team that a person's groups at an identity provider give. */
export interface GroupGrants {
  role: ManagementRole | null;
  /** The team's name. */
  team: string | null;
}

/**
 * Entra ID lists at most 200 groups in an ID token and 150 in a SAML assertion. If there are more, it sends
 * one of these claims instead of the groups.
 */
const signsOfMore = ['_claim_names', 'hasgroups', 'http://schemas.microsoft.com/claims/groups.link'];

/** Returns whether an identity provider omitted the groups because there are too many. */
export const areGroupsLeftOut = (claims: Record<string, unknown>): boolean =>
  signsOfMore.some((name) => Object.hasOwn(claims, name));

/**
 * Returns the name of the claim that lists a person's groups. For SAML, `claimsOf` reads the attribute into `groups`.
 */
export const groupsClaimOf = (provider: ProviderSettings): string =>
  (provider.kind === 'saml' ? undefined : provider.groupsClaim) ?? 'groups';

/** Returns whether an identity provider's groups give roles or teams. */
export const usesGroups = ({ trusted, roles, teams }: ProviderSettings): boolean =>
  trusted && (roles !== undefined || teams !== undefined);

/**
 * Returns the role and team that a person's groups give; undefined if the provider's groups give nothing, and
 * `unknown` if the provider omitted the groups. If the claim is missing for another reason, the person is
 * treated as being in no group, because most providers omit the claim for a person without groups.
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
