import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Clock } from '../kit/platform-day.ts';
import { notFound, ProblemError, violation } from '../kit/problem-error.ts';
import { logChange } from '../management/change-log.ts';
import type { Author } from '../management/managed-resource.ts';
import { moveToTeam } from '../rankings/standings-writes.ts';
import { handOverTeamBeforeLeaving } from './hand-over.ts';
import { enterTeam } from './membership.ts';

/** A person's new team, the first day in the team, and the reason for the move. */
export interface Move {
  /** Null if the person leaves without joining another team. */
  teamId: number | null;
  /** The first day in the new team, as a calendar date. */
  from: string;
  reason?: string | undefined;
}

/** Who moves a person: an organiser, or the platform itself if `id` is null. */
type Mover = Pick<Author, 'now'> & { id: Author['id'] | null };

/**
 * Moves a person to another team, or out of all teams, from a given day. Kilometres before that day stay with the old
 * team. If the person was captain, the longest-standing other member becomes captain. Throws 404 if the person does not
 * exist. Throws 422 if the team does not exist or the person is already in it, or if the day is in the future or within
 * an earlier membership.
 */
export async function moveMember(
  db: Db,
  personId: number,
  move: Move,
  author: Mover,
  today: Temporal.PlainDate,
): Promise<void> {
  if (move.from > today.toString()) throw violation('from', 'date.inFuture');
  await db.transaction().execute((tx) => changeTeam(tx, personId, move, author));
}

/**
 * Moves a person to the team that the company's directory gives them, or out of their team if it gives none.
 * As with other moves, each day counts for one team. Does nothing if the person is already in that team. Must
 * run in a transaction.
 */
export async function followDirectory(
  tx: Db,
  personId: number,
  teamId: number | null,
  clock: Clock,
): Promise<void> {
  const before = await currentOf(tx, personId);
  if ((before?.team_id ?? null) === teamId) return;
  if (before || teamId === null) {
    const { rows } = await sql<{ day: string }>`
      select greatest(${clock.today.toString()}::date, max(until_day) + 1) as day
      from team_memberships where person_id = ${personId}`.execute(tx);
    const from = (rows[0] as { day: string }).day;
    return changeTeam(tx, personId, { teamId, from }, { id: null, now: clock.now });
  }
  await enterTeam(tx, teamId, personId, clock);
  const team = await tx.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirstOrThrow();
  await logMove(tx, personId, { id: null, now: clock.now }, { before: null, after: team.name });
}

async function changeTeam(
  tx: Db,
  personId: number,
  { teamId, from, reason }: Move,
  author: Mover,
): Promise<void> {
  const before = await currentOf(tx, personId);
  if (before?.team_id === teamId) throw violation('teamId', 'team.sameTeam');
  const names = await lockTeams(tx, [before?.team_id ?? null, teamId]);
  const name = teamId === null ? null : names.get(teamId);
  if (name === undefined) throw violation('teamId', 'team.unknown');
  const found = await tx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
  if (found.length === 0) throw notFound();
  // The person joined or left a team while this transaction waited for the locks.
  if ((await currentOf(tx, personId))?.id !== before?.id) throw new ProblemError(409, 'changedMeanwhile');
  await mustBeFree(tx, personId, from);
  if (before) await endBefore(tx, personId, before, from, author.now);
  if (teamId !== null) await beginAt(tx, personId, teamId, from, author.now);
  await logMove(tx, personId, author, {
    before: before ? names.get(before.team_id) : null,
    after: name,
    from,
    reason,
  });
}

const logMove = (
  tx: Db,
  personId: number,
  { id: actor, now }: { id: number | null; now: Temporal.Instant },
  move: {
    before: string | null | undefined;
    after: string | null;
    from?: string;
    reason?: string | undefined;
  },
) =>
  logChange(tx, {
    ...{ actor, now, resource: 'people', resourceId: personId, subject: personId, action: 'move' },
    reason: move.reason,
    before: { team: move.before },
    after: { team: move.after, ...(move.from ? { from: move.from } : {}) },
  });

const currentOf = (tx: Db, personId: number) =>
  tx
    .selectFrom('team_memberships')
    .select(['id', 'team_id', 'from_day'])
    .where('person_id', '=', personId)
    .where('until_day', 'is', null)
    .executeTakeFirst();

/** Locks teams in the order of their ids, so that people who join or leave must wait, and returns their names. */
async function lockTeams(tx: Db, ids: (number | null)[]): Promise<Map<number, string>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const teams = await tx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${wanted}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(teams.map(({ id, name }) => [id, name]));
}

async function mustBeFree(tx: Db, personId: number, from: string): Promise<void> {
  const ended = await tx
    .selectFrom('team_memberships')
    .select(sql<string>`max(until_day)`.as('day'))
    .where('person_id', '=', personId)
    .where('until_day', '>=', from)
    .executeTakeFirst();
  if (ended?.day) throw violation('from', 'team.daysTaken', { day: ended.day });
}

async function endBefore(
  tx: Db,
  personId: number,
  { id, team_id: teamId, from_day }: { id: number; team_id: number; from_day: string },
  from: string,
  now: Temporal.Instant,
): Promise<void> {
  await handOverTeamBeforeLeaving(tx, personId);
  const since = from_day > from ? from_day : from;
  await moveToTeam(tx, now, { personId, teamId, from: since }, -1);
  if (from_day >= from) {
    await tx.deleteFrom('team_memberships').where('id', '=', id).execute();
    return;
  }
  const until = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  await tx.updateTable('team_memberships').set({ until_day: until }).where('id', '=', id).execute();
}

async function beginAt(tx: Db, personId: number, teamId: number, from: string, now: Temporal.Instant) {
  await tx
    .insertInto('team_memberships')
    .values({
      team_id: teamId,
      person_id: personId,
      from_day: from,
      until_day: null,
      joined_at: now.toString(),
    })
    .execute();
  await tx
    .updateTable('teams')
    .set({ captain_id: personId })
    .where('id', '=', teamId)
    .where('captain_id', 'is', null)
    .execute();
  await moveToTeam(tx, now, { personId, teamId, from }, 1);
}
