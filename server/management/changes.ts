import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import type { ManagedQuery } from '../../contract/kit/managed-resource.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { pageOf } from './managed-list.ts';
import { textIn } from './texts.ts';

interface Row {
  id: number;
  at: Temporal.Instant;
  actor: string | null;
  resource: string;
  resourceId: string;
  name: string | null;
  action: string;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  actorId: number | null;
  subjectId: number | null;
}

/**
 * Returns an SQL expression for the current name of the resource or its owner; null if the resource no longer exists or
 * has no name.
 */
const nameNow = (language: Language) => sql<string | null>`case resource
  when 'challenges' then
    ${textIn(language, 'challenge_translations', 'name', sql`challenge_id::text = resource_id`)}
  when 'consent-texts' then
    ${textIn(language, 'consent_text_contents', 'title', sql`consent_text_id::text = resource_id`)}
  when 'faq-libraries' then
    ${textIn(language, 'faq_library_names', 'name', sql`library_id::text = resource_id`)}
  when 'faq-questions' then
    ${textIn(language, 'faq_question_texts', 'problem', sql`question_id::text = resource_id`)}
  when 'progress-maps' then (select name from progress_maps where id::text = resource_id)
  when 'tasks' then (select kind from tasks where id::text = resource_id)
  when 'guest-codes' then (select code from guest_codes where id::text = resource_id)
  when 'sports' then coalesce(
    ${textIn(language, 'sport_labels', 'label', sql`sport_id::text = resource_id`)},
    (select name from sports where id::text = resource_id)
  )
  when 'teams' then (select name from teams where id::text = resource_id)
  else (select given_name || ' ' || surname from people where people.id = subject_id)
end`;

const rows = (db: Db, language: Language) =>
  db
    .selectFrom('change_log')
    .select([
      'id',
      'at',
      'actor',
      'resource',
      'resource_id as resourceId',
      'action',
      'reason',
      'before',
      'after',
      'actor_id as actorId',
      'subject_id as subjectId',
      nameNow(language).as('name'),
    ]);

/** Lists lines of the change log; resource names are in `language` if available. */
export async function listChanges(
  db: Db,
  iris: Iris,
  language: Language,
  query: ManagedQuery,
): Promise<Page<ReturnType<typeof toChange>>> {
  const page = await pageOf<Row>(db, rows(db, language), query, [
    'actor',
    'resource',
    'resourceId',
    'reason',
  ]);
  return { ...page, members: page.members.map((row) => toChange(iris, row)) };
}

/** Finds a line of the change log. Throws 404 for an unknown id. */
export async function oneChange(db: Db, iris: Iris, language: Language, id: number) {
  const row = await rows(db, language).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toChange(iris, row);
}

const toChange = (iris: Iris, { at, actorId: _actor, subjectId: _subject, ...row }: Row) => ({
  '@id': iris.of(`/platform/api/management/changes/${row.id}`),
  '@type': 'Change' as const,
  ...row,
  at: at.toString(),
});
