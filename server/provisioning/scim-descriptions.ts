import { groupSchema } from './scim-resources.ts';
import { enterpriseSchema, userSchema } from './user-attributes.ts';

/** The maximum number of items per page of a list, which is as many as directories request. */
export const mostListed = 200;

/** Describes the SCIM features that the interface supports (RFC 7643, section 5). */
export const serviceProviderConfig = (address: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostListed },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an organiser creates in the organisers’ app, under Company directory.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
});

/** Describes the two types of resources (RFC 7643, section 6). */
export const resourceTypes = (address: string) =>
  [
    {
      name: 'User',
      description: 'A person with an account',
      schema: userSchema,
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    },
    { name: 'Group', description: 'A group of people', schema: groupSchema, schemaExtensions: [] },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    endpoint: `/${type.name}s`,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${type.name}` },
  }));

const attribute = (name: string, description: string, more: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, description, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
});
const complex = (name: string, description: string, subAttributes: object[], more: object = {}) => ({
  ...attribute(name, description),
  type: 'complex',
  subAttributes,
  ...more,
});
const readOnly = { mutability: 'readOnly' };
const reference = (types: string[]) => ({
  ...readOnly,
  type: 'reference',
  referenceTypes: types,
  caseExact: true,
});

const userAttributes = [
  attribute('userName', 'The person’s user name in the directory', {
    required: true,
    uniqueness: 'server',
  }),
  complex('name', 'The name', [
    attribute('givenName', 'The first name'),
    attribute('familyName', 'The last name'),
    attribute('formatted', 'The full name, used if the first or last name is missing'),
  ]),
  attribute('displayName', 'The full name', readOnly),
  attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
  attribute(
    'preferredLanguage',
    'The initial language of an account: en, fr or nl; people can change it later',
  ),
  complex(
    'emails',
    'The work email address; other addresses are ignored',
    [
      attribute('value', 'The email address'),
      attribute('type', 'Always work', { canonicalValues: ['work'] }),
      attribute('primary', 'Always true', { type: 'boolean' }),
    ],
    { multiValued: true },
  ),
  complex(
    'addresses',
    'The work address; other addresses are ignored',
    [
      attribute('locality', 'The place of work, shown as the location'),
      attribute('type', 'Always work', { canonicalValues: ['work'] }),
    ],
    { multiValued: true },
  ),
  complex(
    'groups',
    'The groups that the person is in',
    [
      attribute('value', 'The id of the group', readOnly),
      attribute('$ref', 'The URL of the group', reference(['Group'])),
      attribute('display', 'The name of the group', readOnly),
    ],
    { multiValued: true, ...readOnly },
  ),
];

const groupAttributes = [
  attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'The people in the group; omitted from lists of groups',
    [
      attribute('value', 'The id of the user', { mutability: 'immutable' }),
      attribute('$ref', 'The URL of the user', reference(['User'])),
      attribute('display', 'The name of the user', readOnly),
      attribute('type', 'Always User', { ...readOnly, canonicalValues: ['User'] }),
    ],
    { multiValued: true },
  ),
];

/** Describes the attributes that the platform stores (RFC 7643, section 7). */
export const schemas = (address: string) =>
  [
    { id: userSchema, name: 'User', description: 'A person with an account', attributes: userAttributes },
    {
      id: enterpriseSchema,
      name: 'EnterpriseUser',
      description: 'Where a person works',
      attributes: [attribute('department', 'The department')],
    },
    { id: groupSchema, name: 'Group', description: 'A group of people', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${address}/Schemas/${schema.id}` },
  }));
