import * as z from 'zod/mini';
import { moment, requiredText, rowNumber } from '../kit/fields.ts';
import { callsOf, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';
import { managementRoles } from '../roles.ts';

/** The path of the SCIM interface, which directories call; it is not part of this contract. */
export const scimPath = '/platform/scim/v2';

/** A token with which the company's directory provisions people by SCIM. */
export const ProvisioningToken = resource('ProvisioningToken', {
  uuid: z.uuid(),
  name: z.string(),
  /** The organiser who created the token; null if their account was deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: moment,
  /** When the token was last used, to within ten minutes. */
  lastUsedAt: z.nullable(moment),
  /** The token itself; returned only when the token is created. */
  token: z.optional(z.string()),
});
export type ProvisioningToken = z.infer<typeof ProvisioningToken>;

const path = '/platform/api/management/provisioning-tokens';

export const listTokens = operation({
  method: 'GET',
  path,
  summary: 'Lists the tokens with which directories provision people, newest first.',
  access: 'organiser',
  answer: collection(ProvisioningToken, {}),
});

export const createToken = operation({
  method: 'POST',
  path,
  summary: 'Creates a token for a directory. The token itself is returned only in this response.',
  access: 'organiser',
  body: z.object({ name: requiredText(60) }),
  status: 201,
  answer: ProvisioningToken,
});

export const revokeToken = operation({
  method: 'DELETE',
  path: `${path}/:uuid`,
  summary: 'Revokes a token of a directory.',
  access: 'organiser',
  params: z.object({ uuid: z.uuid() }),
  status: 204,
});

/**
 * The groups of the company's directory, with the role and the team that organisers have set for their
 * members.
 */
export const provisionedGroups = managedResource({
  name: 'ProvisionedGroup',
  noun: 'provisioned-groups',
  access: 'organiser',
  fields: {
    role: z.nullable(z.enum(managementRoles, 'value.invalid')),
    teamId: z.nullable(rowNumber),
  },
  shown: {
    displayName: z.string(),
    team: z.nullable(z.string()),
    members: z.int(),
    changedAt: moment,
  },
  filters: {},
  sorted: ['displayName', 'role', 'team', 'members', 'changedAt'],
});
export const { list: listGroups, one: oneGroup, replace: replaceGroup } = callsOf(provisionedGroups);
