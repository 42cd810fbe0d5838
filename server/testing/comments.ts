import * as activities from '../../contract/activities.ts';
import * as comments from '../../contract/comments.ts';
import type { Db } from '../db/db.ts';
import { type Browser, running } from './test-app.ts';

type Reference = { '@id': string };

/** The base path in tests about comments. */
export const basePath = '/club/';

export const iriOf = (uuid: string) => `${basePath}platform/api/activities/${uuid}`;

/** Switches comments on or off. */
export async function switchComments(db: Db, on: boolean): Promise<void> {
  await db
    .insertInto('configs')
    .values({ key: 'commentsEnabled', value: String(on) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(on) }))
    .execute();
}

/** Logs an activity; returns its uuid. */
export async function logActivity(person: Browser): Promise<string> {
  const sport = basePath.slice(0, -1) + running;
  const body = { performedAt: '2026-11-20', sport, amountType: 'steps', steps: 1 } as const;
  return (await person.call(activities.create, { body })).uuid;
}

/** Returns API calls for the comments on an activity; `uuid` returns the activity's uuid. */
export function commentCalls(uuid: () => string) {
  const listed = (person: Browser) =>
    person.call(comments.list, { params: { uuid: uuid() }, query: { itemsPerPage: 50 } });
  return {
    listed,
    say: (person: Browser, content: string) =>
      person.call(comments.create, { body: { content, activity: iriOf(uuid()) } }),
    /** The input for removing a comment. */
    removal: (comment: Reference) => ({ params: { uuid: comment['@id'].split('/').at(-1) ?? '' } }),
    flag: (person: Browser, comment: Reference, reason = 'Unkind') =>
      person.call(comments.flag, { body: { comment: comment['@id'], reason } }),
    contents: async (person: Browser) => (await listed(person))['hydra:member'].map(({ content }) => content),
    /** The number of comments that the activity itself reports. */
    counted: async (person: Browser) =>
      (await person.call(activities.one, { params: { uuid: uuid() } })).amountOfComments,
  };
}
