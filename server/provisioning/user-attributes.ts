import { type Filter, parse } from 'scim2-parse-filter';
import * as z from 'zod/mini';
import { requiredText } from '../../contract/kit/fields.ts';
import { email as emailSchema } from '../../contract/people.ts';
import { isStorable } from '../kit/storable-text.ts';
import { ScimError } from './scim-error.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The user attributes that the platform stores. It ignores all others. */
const attributes = [
  'userName',
  'externalId',
  'active',
  'displayName',
  'givenName',
  'familyName',
  'formatted',
  'email',
  'language',
  'department',
  'location',
] as const;
type Attribute = (typeof attributes)[number];

/** Attribute values as a directory sent them; null if the directory removed the attribute. */
export type SentAttributes = Partial<Record<Attribute, unknown>>;

/** The attributes with a single value, by their SCIM path in lower case. */
const simple: Record<string, Attribute> = {
  username: 'userName',
  externalid: 'externalId',
  active: 'active',
  displayname: 'displayName',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  'name.formatted': 'formatted',
  preferredlanguage: 'language',
  locale: 'language',
  [`${enterpriseSchema.toLowerCase()}:department`]: 'department',
};

/** The multi-valued attributes, with the part of the work value that the platform stores. */
const multiple: Record<string, [attribute: Attribute, part: string]> = {
  emails: ['email', 'value'],
  addresses: ['location', 'locality'],
};

/**
 * Returns the attributes that the platform stores from a whole user, or from the part of a user at `path`.
 * Attribute names are case-insensitive. Throws 400 if the path has a syntax error or the value is not an
 * object.
 */
export function attributesOf(value: unknown, path = ''): SentAttributes {
  const name = withoutCoreSchema(path).toLowerCase();
  if (simple[name]) return { [simple[name]]: value };
  const [, list = name, filter, part] = name.match(/^([a-z]+)\[(.*)\](?:\.([a-z]+))?$/) ?? [];
  if (/[[\]]/.test(list)) throw new ScimError(400, `The path ${shortened(path)} is invalid.`, 'invalidPath');
  const isSelected = filter === undefined || selectsWork(filter, path);
  const [attribute, kept] = multiple[list] ?? [];
  if (attribute && kept) {
    if (!isSelected) return {};
    if (part !== undefined) return part === kept ? { [attribute]: value } : {};
    return keptOf(attribute, kept, value, filter !== undefined);
  }
  const [start = '', sub] = name.split('.');
  const [ofList, partOfList] = multiple[start] ?? [];
  if (ofList) return sub === partOfList ? { [ofList]: value } : {};
  const isParent = name === '' || name === 'name' || name === enterpriseSchema.toLowerCase();
  if (!isParent) return {};
  if (value === null || value === undefined) return emptied(name);
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ScimError(400, `${shortened(path) || 'The user'} must be an object.`, 'invalidValue');
  const inside = Object.entries(value).map(([key, inner]) => attributesOf(inner, within(name, key)));
  return Object.assign({}, ...inside);
}

const within = (name: string, key: string) => {
  if (name === '') return key;
  return name === 'name' ? `name.${key}` : `${name}:${key}`;
};

/** Returns the attributes that are removed together with their parent attribute. */
const emptied = (name: string): SentAttributes =>
  name === 'name' ? { givenName: null, familyName: null, formatted: null } : name ? { department: null } : {};

const withoutCoreSchema = (path: string) => {
  const start = `${userSchema}:`.toLowerCase();
  return path.toLowerCase().startsWith(start) ? path.slice(start.length) : path;
};

/**
 * Returns the stored part of the work value or, if there is none, of the primary value or the first value
 * without a type. If `isOne`, a filter has already selected the value, so any type is accepted.
 */
function keptOf(attribute: Attribute, part: string, value: unknown, isOne: boolean): SentAttributes {
  if (value === null || value === undefined) return { [attribute]: null };
  if (typeof value === 'string') return { [attribute]: value };
  const values = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'object' && one !== null ? [lowerKeys(one)] : [],
  );
  const is = (one: Record<string, unknown>, key: string) => String(one[key] ?? '').toLowerCase();
  const found =
    values.find((one) => is(one, 'type') === 'work') ??
    values.find((one) => is(one, 'primary') === 'true') ??
    values.find((one) => isOne || is(one, 'type') === '');
  if (found) return { [attribute]: found[part] ?? null };
  return values.length === 0 ? { [attribute]: null } : {};
}

const lowerKeys = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner]));

/**
 * Returns whether the filter in a path selects the work value, which is also the primary value. The platform stores no
 * other value.
 */
function selectsWork(text: string, path: string): boolean {
  const filter = parsedFilter(
    text,
    () => new ScimError(400, `The path ${shortened(path)} is invalid.`, 'invalidPath'),
  );
  if (filter.op !== 'eq' || !('compValue' in filter)) return false;
  const wanted = String(filter.compValue).toLowerCase();
  return (
    (filter.attrPath.toLowerCase() === 'type' && wanted === 'work') ||
    (filter.attrPath.toLowerCase() === 'primary' && wanted === 'true')
  );
}

/**
 * The maximum length of a filter: longer than any that a directory sends, but too short to overflow the stack
 * of the recursive parser.
 */
const longestFilter = 1000;

/** Parses a SCIM filter. Throws the given error if it has a syntax error. */
export function parsedFilter(text: string, invalid: () => ScimError): Filter {
  if (text.length > longestFilter) throw invalid();
  try {
    return parse(text);
  } catch {
    throw invalid();
  }
}

const shortened = (text: string) => JSON.stringify(text.slice(0, 100)).slice(1, -1);

/** The fields of a user that the platform stores. */
export interface UserFields {
  userName: string;
  externalId: string | null;
  active: boolean;
  givenName: string;
  surname: string;
  email: string;
  department: string | null;
  location: string | null;
}

const optional = (longest: number) =>
  z.nullable(z.string('value.invalid').check(z.trim(), z.maxLength(longest, 'value.tooLong')));

/** The validation rules. The limits for names and email addresses are the same as at sign-up. */
const Fields = z.object({
  userName: requiredText(254),
  externalId: optional(200),
  active: z.boolean(),
  givenName: requiredText(100),
  surname: requiredText(100),
  email: emailSchema,
  department: optional(100),
  location: optional(100),
});

/** The SCIM paths with which error messages name fields. */
const scimNames: Record<string, string> = {
  givenName: 'name.givenName',
  surname: 'name.familyName',
  email: 'emails[type eq "work"].value',
  department: `${enterpriseSchema}:department`,
  location: 'addresses[type eq "work"].locality',
};

/**
 * Validates the attributes that a directory sent, and returns the fields to store; fields that were not sent
 * are taken from `known`. A missing email address is taken from `userName`, and a missing first or last name
 * from the full name. Throws 400 for the first invalid attribute.
 */
export function userFieldsOf(sent: SentAttributes, known?: UserFields): UserFields {
  const names = nameOf(sent, known);
  const fields = Fields.safeParse({
    userName: sent.userName === undefined ? known?.userName : sent.userName,
    externalId: orKnown(sent.externalId, known?.externalId),
    active: activeOf(sent.active) ?? known?.active ?? true,
    ...names,
    email: textOr(
      sent.email,
      known && sent.email === undefined ? known.email : (sent.userName ?? known?.userName),
    ),
    department: orKnown(sent.department, known?.department),
    location: orKnown(sent.location, known?.location),
  });
  const issue = fields.error?.issues[0];
  if (issue) {
    const field = String(issue.path[0]);
    throw new ScimError(400, `${scimNames[field] ?? field} is missing or invalid.`, 'invalidValue');
  }
  const read = fields.data as UserFields;
  const unstorable = Object.entries(read).find(([, value]) => !isStorable(String(value)));
  if (unstorable)
    throw new ScimError(400, `${scimNames[unstorable[0]] ?? unstorable[0]} is invalid.`, 'invalidValue');
  return {
    ...read,
    externalId: read.externalId || null,
    department: read.department || null,
    location: read.location || null,
  };
}

const orKnown = (sent: unknown, known: string | null | undefined) =>
  sent === undefined ? (known ?? null) : sent;

const textOr = (value: unknown, otherwise: unknown) =>
  value === undefined || value === null || value === '' ? otherwise : value;

function nameOf(
  sent: SentAttributes,
  known: UserFields | undefined,
): { givenName: unknown; surname: unknown } {
  const shown = textOr(sent.formatted, sent.displayName);
  const [first = '', ...rest] = typeof shown === 'string' ? shown.trim().split(/\s+/) : [];
  return {
    givenName: textOr(sent.givenName, known?.givenName ?? (first || sent.userName)),
    surname: textOr(sent.familyName, known?.surname ?? (rest.join(' ') || '–')),
  };
}

/**
 * Parses `active`, which Microsoft Entra ID sends as a string. Throws 400 for anything but true and false.
 */
function activeOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ScimError(400, 'active must be true or false.', 'invalidValue');
}
