import { type RawBuilder, sql } from 'kysely';
import * as inbox from '../../contract/managed/inbox.ts';
import type { Db } from '../db/db.ts';
import type { Managed } from '../management/managed-resource.ts';
import type { Person } from '../people/person.ts';
import { flagsThatHide } from './comment-case.ts';
import { recordHolder } from './record-holder.ts';
import { valuesForOrganisers } from './values-for-organisers.ts';

type Row = Omit<inbox.InboxItem, '@context' | '@id' | '@type' | 'version'>;
/**
 * A case as read from the database. It does not say yet where the value comes from that the activity was compared with.
 */
type Read = Omit<Row, 'finding'> & {
  finding: Omit<NonNullable<Row['finding']>, 'source'> | null;
};
type Fields = Pick<Read, 'isOpen' | 'decisions' | 'finding'>;

const moment = (column: string) => sql<string>`to_jsonb(${sql.ref(column)}) #>> '{}'`;

const decisions = sql<Row['decisions']>`coalesce((
  select jsonb_agg(jsonb_build_object('decision', decision, 'reason', reason, 'at', decided_at,
    'before', before, 'after', after) order by id)
  from case_decisions where case_id = item.id
), '[]')`;

/** Returns SQL for a comment with its activity. `name` is the author's name as the reader may see it. */
const commentBy = (name: RawBuilder<string>) => sql<Row['comment']>`(
  select jsonb_build_object('content', content, 'under', under, 'flags', coalesce(flags, '[]'),
    'isHidden', is_hidden or coalesce(waiting, 0) >= ${sql.lit(flagsThatHide)})
  from activity_comments cross join lateral (
    select jsonb_build_object('person', ${name}, 'performedAt', performed_on) as under
    from activities join people on people.id = activities.person_id
    where activities.id = activity_comments.activity_id
  ) as commented cross join lateral (
    select count(*) filter (where not is_settled) as waiting,
      jsonb_agg(
        jsonb_build_object('reason', reason, 'at', created_at, 'isSettled', is_settled)
        order by is_settled, created_at desc
      ) as flags
    from activity_comment_flags where comment_id = activity_comments.id
  ) as flagged
  where activity_comments.id = item.comment_id
)`;

const activityOf = (db: Db) => {
  const values = valuesForOrganisers(db);
  return sql<Row['activity']>`(
  select jsonb_build_object('id', activities.id, 'performedAt', performed_on, 'sportType', type,
    'sportLabels', (
      select coalesce(jsonb_agg(jsonb_build_object('language', language, 'label', label) order by language), '[]')
      from sport_labels where sport_id = sports.id
    ),
    'amountType', ${values.amountType}, 'time', ${values.time}, 'kilometers', ${values.kilometers},
    'steps', ${values.steps}, 'info', ${values.info}, 'source', ${values.source},
    'challengeKms', counted_metres / 1000.0, 'counts', counts)
  from activities join sports on sports.id = sport_id where activities.id = item.activity_id
)`;
};

/**
 * Returns the resource with the cases that a person sees in the inbox, with the names that this person may
 * see. Organisers see all cases; moderators see only comments.
 */
export function managedInbox({ role }: Pick<Person, 'role'>): Managed<Fields, Read> {
  const isOrganiser = role === 'organiser';
  const name = isOrganiser
    ? sql<string>`people.given_name || ' ' || people.surname`
    : sql<string>`trim(people.shown_given_name || ' ' || people.shown_surname)`;
  return {
    contract: inbox,
    table: 'cases',
    rows: (db: Db) =>
      db
        .selectFrom('cases as item')
        .innerJoin('people', 'people.id', 'item.person_id')
        .select(['item.id', 'kind', 'is_open as isOpen', 'item.person_id as personId', 'answer'])
        .select([
          name.as('person'),
          decisions.as('decisions'),
          commentBy(name).as('comment'),
          activityOf(db).as('activity'),
          sql<Read['finding']>`case when finding is not null then jsonb_build_object('kind', finding,
            'measured', measured / 1000.0, 'bound', bound / 1000.0) end`.as('finding'),
          moment('item.opened_at').as('openedAt'),
          sql<string | null>`to_jsonb(answered_at) #>> '{}'`.as('answeredAt'),
        ])
        .where('kind', 'in', isOrganiser ? [...inbox.itemKinds] : ['comment']),
    subjectOf: ({ personId }) => personId,
  };
}

/**
 * Returns a case for the response: adds the source of the value that the activity was compared with, and
 * removes the ids of unnamed people for moderators.
 */
export const shownTo = <Item extends Read>({ role }: Pick<Person, 'role'>, item: Item) => {
  const type = item.activity?.sportType;
  const source = item.finding && type ? recordHolder(type, item.finding.kind) : null;
  const mayKnow = role === 'organiser' || item.person !== '';
  return {
    ...item,
    personId: mayKnow ? item.personId : 0,
    finding: item.finding && { ...item.finding, source },
  };
};
