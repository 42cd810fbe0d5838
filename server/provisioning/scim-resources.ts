import type { GroupRow } from './provisioned-groups.ts';
import type { UserRow } from './provisioned-users.ts';
import { versionOf } from './resource-version.ts';
import { enterpriseSchema, userSchema } from './user-attributes.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Returns a person as a SCIM user; `address` is the URL of the SCIM interface. */
export function toUser(address: string, row: UserRow) {
  const { id, externalId, givenName, surname, department, location, groups } = row;
  const name = `${givenName} ${surname}`;
  return {
    schemas: [userSchema, ...(department ? [enterpriseSchema] : [])],
    id: String(id),
    ...(externalId === null ? {} : { externalId }),
    userName: row.userName,
    name: { givenName, familyName: surname, formatted: name },
    displayName: name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    ...(location ? { addresses: [{ type: 'work', locality: location }] } : {}),
    active: row.active,
    preferredLanguage: row.language,
    groups: groups.map((group) => ({ ...group, $ref: `${address}/Groups/${group.value}` })),
    ...(department ? { [enterpriseSchema]: { department } } : {}),
    meta: metaOf(address, 'User', row),
  };
}

/** Returns a group as a SCIM group. */
export function toGroup(address: string, { members, ...row }: GroupRow) {
  return {
    schemas: [groupSchema],
    id: String(row.id),
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.displayName,
    ...(members
      ? { members: members.map((one) => ({ ...one, type: 'User', $ref: `${address}/Users/${one.value}` })) }
      : {}),
    meta: metaOf(address, 'Group', row),
  };
}

const metaOf = (
  address: string,
  resourceType: 'User' | 'Group',
  row: { id: number; createdAt: string; changedAt: string },
) => ({
  resourceType,
  created: row.createdAt,
  lastModified: row.changedAt,
  location: `${address}/${resourceType}s/${row.id}`,
  version: versionOf(row),
});

/**
 * Returns the attributes of a resource that a request asks for (RFC 7644, section 3.9). For a requested
 * sub-attribute, returns the whole attribute.
 */
export function selected<Resource extends object>(
  resource: Resource,
  {
    attributes,
    excludedAttributes,
  }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Partial<Resource> {
  const wanted = attributes === undefined ? undefined : attributeNames(attributes);
  const unwanted = attributeNames(excludedAttributes ?? '');
  const entries = Object.entries(resource).filter(([name]) => {
    if (name === 'id' || name === 'schemas') return true;
    return wanted ? wanted.has(name.toLowerCase()) : !unwanted.has(name.toLowerCase());
  });
  return Object.fromEntries(entries) as Partial<Resource>;
}

/** Returns the attribute names in a comma-separated list, in lower case and without sub-attributes. */
export function attributeNames(list: string): Set<string> {
  const whole = list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .map((name) => (name.startsWith(enterpriseSchema.toLowerCase()) ? enterpriseSchema.toLowerCase() : name))
    .map((name) => name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''));
  return new Set(whole.map((name) => (name.startsWith('urn:') ? name : (name.split('.')[0] ?? ''))));
}
