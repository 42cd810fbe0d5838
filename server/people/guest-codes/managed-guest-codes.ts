import { sql } from 'kysely';
import { managedGuestCodes as contract } from '../../../contract/managed/guest-codes.ts';
import type { Db } from '../../db/db.ts';
import { ProblemError, violation } from '../../kit/problem-error.ts';
import type { Managed } from '../../management/managed-resource.ts';
import { newCode } from './guest-code.ts';
import { normalisedCode } from './guest-code-check.ts';

export interface GuestCodeFields extends Record<string, unknown> {
  code: string;
  validFrom: string | null;
  validUntil: string | null;
  maximumUses: number | null;
  allowedMailDomains: string[];
  teamId: number | null;
}

export interface GuestCodeRow extends GuestCodeFields {
  id: number;
  uses: number;
  team: string | null;
  isOfCaptain: boolean;
}

const moment = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The guest codes as organisers manage them. */
export const managedGuestCodes: Managed<GuestCodeFields, GuestCodeRow> = {
  contract,
  table: 'guest_codes',
  rows: (db) =>
    db
      .selectFrom('guest_codes')
      .leftJoin('teams', 'teams.id', 'team_id')
      .select([
        'guest_codes.id',
        'code',
        moment('valid_from').as('validFrom'),
        moment('valid_until').as('validUntil'),
        'maximum_uses as maximumUses',
        'allowed_mail_domains as allowedMailDomains',
        'team_id as teamId',
        'uses',
        'teams.name as team',
        sql<boolean>`(team_id is not null and guest_codes.id = (
          select min(id) from guest_codes own where own.team_id = teams.id
        ))`.as('isOfCaptain'),
      ]),
  searched: ['code', 'team'],
  create: async (tx, fields) => {
    const code = fields.code || newCode();
    await check(tx, { ...fields, code });
    const { id } = await tx
      .insertInto('guest_codes')
      .values({ ...columnsOf({ ...fields, code }), parent_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  replace: async (tx, id, fields, _now, before) => {
    if (fields.code === '') throw violation('code', 'value.required');
    if (fields.maximumUses !== null && fields.maximumUses < before.uses)
      throw violation('maximumUses', 'guestCode.fewerThanUsed', { uses: before.uses });
    await check(tx, fields, id);
    await tx.updateTable('guest_codes').set(columnsOf(fields)).where('id', '=', id).execute();
  },
  remove: async (tx, id, _now, before) => {
    const { rows } = await sql`
      select from people where guest_code_id = ${id} union all
      select from guest_codes where parent_id = ${id} limit 1`.execute(tx);
    if (rows.length > 0 || before.isOfCaptain) throw new ProblemError(409, 'inUse');
    await tx.deleteFrom('guest_codes').where('id', '=', id).execute();
  },
};

async function check(
  tx: Db,
  { code, validFrom, validUntil, teamId }: GuestCodeFields,
  id = 0,
): Promise<void> {
  const same = await tx
    .selectFrom('guest_codes')
    .select('id')
    .where('normalised_code', '=', normalisedCode(code))
    .where('id', '<>', id)
    .executeTakeFirst();
  if (same) throw violation('code', 'guestCode.taken');
  if (validFrom && validUntil && Date.parse(validUntil) <= Date.parse(validFrom))
    throw violation('validUntil', 'moment.beforeStart');
  const team =
    teamId && (await tx.selectFrom('teams').select('id').where('id', '=', teamId).executeTakeFirst());
  if (teamId && !team) throw violation('teamId', 'value.invalid');
}

const columnsOf = (fields: GuestCodeFields) => ({
  code: fields.code,
  normalised_code: normalisedCode(fields.code),
  valid_from: fields.validFrom,
  valid_until: fields.validUntil,
  maximum_uses: fields.maximumUses,
  allowed_mail_domains: fields.allowedMailDomains,
  team_id: fields.teamId,
});
