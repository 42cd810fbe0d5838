import * as z from 'zod/mini';
import { language, moment, notEmpty, requiredRowNumber, requiredText, rowNumber } from '../kit/fields.ts';
import { callsOf, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { email } from '../people.ts';
import { roles } from '../roles.ts';

/**
 * `waiting`: the person has not followed the mailed link yet. `deactivated`: the person cannot sign in; their
 * kilometres still count, but without their name.
 */
export const states = ['active', 'waiting', 'deactivated'] as const;

const role = z.enum(roles, 'value.invalid');

const people = managedResource({
  name: 'ManagedPerson',
  noun: 'people',
  access: 'organiser',
  fields: {
    // The limit is the same as at sign-up.
    givenName: requiredText(100),
    surname: requiredText(100),
    email,
    language,
    role,
  },
  shown: {
    state: z.enum(states),
    teamId: z.nullable(z.int()),
    team: z.nullable(z.string()),
    /** The guest code with which the person signed up. */
    guestCode: z.nullable(z.string()),
    /**
     * Whether the company's directory provides the account. If so, the person's name and address can only be
     * changed in the directory.
     */
    provisioned: z.boolean(),
    department: z.nullable(z.string()),
    location: z.nullable(z.string()),
    /** The person's all-time kilometres; null if organisers must give a reason to see activities. */
    kilometers: z.nullable(z.number()),
    memberSince: moment,
  },
  filters: {
    role: z.optional(role),
    state: z.optional(z.enum(states, 'value.invalid')),
    language: z.optional(language),
    teamId: z.optional(rowNumber),
    department: z.optional(z.string().check(z.maxLength(100, 'value.tooLong'))),
    location: z.optional(z.string().check(z.maxLength(100, 'value.tooLong'))),
  },
  sorted: [
    'givenName',
    'surname',
    'email',
    'role',
    'state',
    'team',
    'department',
    'location',
    'kilometers',
    'memberSince',
  ],
});

export const managedPeople = people;
export const { list, one, replace } = callsOf(people);

export const create = operation({
  method: 'POST',
  path: people.list.path,
  summary: 'Creates an account. Emails the person a link to choose a password, unless `invite` is false.',
  access: 'organiser',
  body: z.object({
    givenName: requiredText(100),
    surname: requiredText(100),
    email,
    language,
    teamId: z.optional(z.nullable(rowNumber)),
    invite: z._default(z.boolean(), true),
  }),
  status: 201,
  answer: people.Item,
});

const own = { access: 'organiser', params: z.object({ id: rowNumber }) } as const;
const path = `${people.list.path}/:id` as const;
/** The reason for an action on a person's account. The person has the right to ask for the reason. */
const reason = z.optional(z.string().check(z.trim(), z.maxLength(500, 'value.tooLong')));

export const deactivate = operation({
  ...own,
  method: 'POST',
  path: `${path}/deactivate`,
  summary:
    'Deactivates a person: ends their sessions, disconnects their accounts and blocks sign-in. Their kilometres stay, without a name.',
  body: z.object({ reason }),
  answer: people.Item,
});

export const reactivate = operation({
  ...own,
  method: 'POST',
  path: `${path}/reactivate`,
  summary: 'Reactivates a deactivated person.',
  body: z.object({ reason }),
  answer: people.Item,
});

export const resendMail = operation({
  ...own,
  method: 'POST',
  path: `${path}/mail`,
  summary: 'Emails a person the link that they need: for the invitation, the activation or a password reset.',
  answer: z.object({ mail: z.enum(['invite', 'activate', 'reset-password']) }),
});

/** Why organisers erase an account. The list is fixed, so that no personal data gets into the change log. */
export const erasureReasons = ['left', 'mistake', 'bounced', 'asked'] as const;
const erasureReason = z.enum(erasureReasons, 'value.required');

/** The maximum number of people that one call may erase; each erasure is a separate transaction. */
export const mostErased = 50;

export const erase = operation({
  ...own,
  method: 'POST',
  path: `${path}/erase`,
  summary:
    'Erases a person permanently. Their kilometres stay as anonymous sums. As confirmation, `name` must be the person’s name.',
  body: z.object({
    /** The person's first and last name, as the organiser typed it. */
    name: requiredText(201),
    reason: erasureReason,
  }),
  status: 204,
});

export const eraseMany = operation({
  method: 'POST',
  path: '/platform/api/management/people-erasure',
  summary:
    'Erases several people permanently, one transaction per person. As confirmation, `count` must be the number of people.',
  access: 'organiser',
  body: z.object({
    people: z
      .array(requiredRowNumber)
      .check(z.minLength(1, 'value.required'), z.maxLength(mostErased, 'number.outOfRange')),
    count: z.int('number.invalid'),
    reason: erasureReason,
  }),
  answer: z.object({
    erased: z.int(),
    /** The people who were not erased, and the reason in the language of the request. */
    kept: z.array(z.object({ id: z.int(), message: z.string() })),
  }),
});

/**
 * The maximum number of people that one call may invite: about as many as a few pages of the list contain.
 */
export const mostInvitedAtOnce = 250;

export const inviteAgain = operation({
  method: 'POST',
  path: '/platform/api/management/people-invitations',
  summary:
    'Emails the invitation or activation link again to people without an active account, unless such an email to them is already in the queue.',
  access: 'organiser',
  body: z.object({
    ids: z
      .array(rowNumber)
      .check(z.minLength(1, 'value.required'), z.maxLength(mostInvitedAtOnce, { error: 'value.tooLong' })),
  }),
  answer: z.object({ mailed: z.int() }),
});

export const exported = operation({
  method: 'GET',
  path: '/platform/api/management/people-export',
  summary: 'Exports all people as CSV, in the language of the request.',
  access: 'organiser',
});

/** A row that cannot be imported, or that need not be imported because the person already has an account. */
const line = {
  /** The line number in the file, starting at 1. */
  line: z.int(),
  /** The person's name, or the email address if the row has no name. */
  person: z.string(),
  /** The invalid value. */
  value: z.string(),
};
const Row = z.object({
  ...line,
  /** The header of the column with the invalid value; null if the reason does not concern one column. */
  column: z.nullable(z.string()),
  code: z.string(),
  /** The reason, in the language of the request. */
  message: z.string(),
});

export const importPeople = operation({
  method: 'POST',
  path: '/platform/api/management/people-import',
  summary:
    'Checks a CSV file of people and reports the result for each row. Imports the valid rows if `keep` is true.',
  access: 'organiser',
  body: z.object({
    // The limit is close to the maximum size of a request body; a table of 10,000 people takes 700 kB.
    csv: z.string('value.required').check(notEmpty, z.maxLength(900_000, 'import.tooLarge')),
    keep: z._default(z.boolean(), false),
    /** Whether to email each person a link to choose their password. */
    invite: z._default(z.boolean(), false),
    /** Whether to create teams that do not exist yet. */
    createTeams: z._default(z.boolean(), false),
  }),
  answer: z.object({
    /** The columns and the field that each column was matched to; null if the column is ignored. */
    columns: z.array(z.object({ header: z.string(), field: z.nullable(z.string()) })),
    rows: z.int(),
    good: z.int(),
    /** The first people in the table, to check whether the columns were matched correctly. */
    first: z.array(
      z.object({
        givenName: z.string(),
        surname: z.string(),
        email: z.string(),
        language,
        team: z.nullable(z.string()),
        department: z.nullable(z.string()),
        location: z.nullable(z.string()),
      }),
    ),
    /** The first 1,000 invalid rows, in the order of the file. */
    bad: z.array(Row),
    amountOfBad: z.int(),
    /**
     * The problems in the table, grouped by column and reason. Unknown teams come last, because the import
     * can be told to create them.
     */
    mistakes: z.array(
      z.object({
        column: z.nullable(z.string()),
        code: z.string(),
        message: z.string(),
        amount: z.int(),
        /** The first lines with this problem. */
        lines: z.array(z.object(line)),
      }),
    ),
    /** The teams in the table that do not exist yet, with the number of people in each team. */
    newTeams: z.array(z.object({ name: z.string(), people: z.int() })),
    /** The people who already have an account, which stays unchanged. */
    known: z.array(Row),
    amountOfKnown: z.int(),
    /** The task that imports the people; null for a preview. */
    task: z.nullable(z.int()),
  }),
});
