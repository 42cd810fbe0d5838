import * as z from 'zod/mini';
import { calendarDate, moment, requiredDate, requiredRowNumber, rowNumber } from '../kit/fields.ts';
import { callsOf, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { NewTeam } from '../teams.ts';

const teams = managedResource({
  name: 'ManagedTeam',
  noun: 'teams',
  access: 'organiser',
  fields: { name: NewTeam.shape.name },
  shown: {
    uuid: z.uuid(),
    /** The captain; null if everybody has left the team. */
    captainId: z.nullable(z.int()),
    captain: z.nullable(z.string()),
    members: z.int(),
    /** The team's all-time kilometres. */
    kilometers: z.number(),
    createdAt: moment,
  },
  filters: {},
  sorted: ['name', 'captain', 'members', 'kilometers', 'createdAt'],
});

export const managedTeams = teams;
export const { list, one, replace } = callsOf(teams);

const reason = z.optional(z.string().check(z.trim(), z.maxLength(500, 'value.tooLong')));

export const create = operation({
  method: 'POST',
  path: teams.list.path,
  summary: 'Creates a team. Its captain must be a person without a team.',
  access: 'organiser',
  body: z.object({ name: NewTeam.shape.name, captainId: requiredRowNumber }),
  status: 201,
  answer: teams.Item,
});

export const handOver = operation({
  method: 'POST',
  path: `${teams.list.path}/:id/hand-over`,
  summary: 'Makes another member the captain of a team.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  body: z.object({ personId: requiredRowNumber, reason }),
  answer: teams.Item,
});

export const move = operation({
  method: 'POST',
  path: '/platform/api/management/people/:id/team',
  summary:
    'Moves a person to another team, or removes them from their team. Kilometres before `from` stay with the old team.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  body: z.object({ teamId: z.nullable(rowNumber), from: requiredDate, reason }),
  status: 204,
});

/** The period in which people cannot join, leave or create teams, both days included; null leaves that end open. */
const lockOf = <Day extends z.core.$ZodType>(day: Day) =>
  z.object({ from: z.nullable(day), until: z.nullable(day) });
const Lock = lockOf(calendarDate);

export const lock = operation({
  method: 'GET',
  path: '/platform/api/management/team-lock',
  summary: 'Returns the period in which people cannot change teams.',
  access: 'organiser',
  answer: Lock,
});

export const setLock = operation({
  method: 'PUT',
  path: '/platform/api/management/team-lock',
  summary:
    'Sets the period in which people cannot change teams; if both dates are null, people can always change teams.',
  access: 'organiser',
  body: lockOf(requiredDate),
  answer: Lock,
});
