import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as comments from '../../../contract/comments.ts';
import { basePath, commentCalls, iriOf, logActivity, switchComments } from '../../testing/comments.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let anna: Person;
let bert: Person;
let uuid: string;

beforeAll(async () => {
  app = await testApp({ basePath });
  anna = await app.participant('Anna');
});
afterAll(() => app.close());
beforeEach(async () => {
  await switchComments(app.database.db, true);
  // Use a new person for each test, because comments are rate-limited.
  bert = await app.participant('Bert');
  uuid = await logActivity(anna);
});

const { say, removal, flag, listed, contents, counted } = commentCalls(() => uuid);

describe('a comment', () => {
  // spec: call POST /platform/api/activity_comments, call GET {activity}/comments, role comment and like
  it('can be written by anybody on any activity, and newer comments are listed first', async () => {
    const first = await say(bert, '  Well done!\nSee you tomorrow?  ');
    expect(first).toMatchObject({
      personName: 'Bert Dubois',
      person: { '@id': bert.iri },
      createdAt: '2026-11-21T11:00:00Z',
      content: 'Well done!\nSee you tomorrow?',
      inappropriateForYou: false,
    });
    expect(first['@id']).toMatch(/^\/club\/platform\/api\/activity_comments\//);
    const second = await say(anna, '<b>Thanks</b> &amp; see you');
    const list = await listed(bert);
    const { '@context': _, ...withoutContext } = first;
    expect(list['hydra:member'][1]).toEqual(withoutContext);
    expect(list['hydra:member'][0]?.['@id']).toBe(second['@id']);
    expect(await contents(anna)).toEqual(['<b>Thanks</b> &amp; see you', 'Well done!\nSee you tomorrow?']);
    expect(list['hydra:totalItems']).toBe(2);
    expect(await counted(anna)).toBe(2);
  });

  // spec: rule comment, text comment empty
  it('must have 1 to 1,000 characters after trimming and belong to an existing activity', async () => {
    const refused = (body: object) => bert.refused(comments.create, { body });
    for (const content of ['', ' \n\t ', undefined])
      expect(await refused({ content, activity: iriOf(uuid) })).toMatchObject({
        status: 422,
        violations: [{ propertyPath: 'content', message: 'Enter your comment' }],
      });
    await say(bert, `  ${'x'.repeat(1000)}  `);
    expect(await refused({ content: 'x'.repeat(1001), activity: iriOf(uuid) })).toMatchObject({
      violations: [{ propertyPath: 'content', code: 'comment.tooLong' }],
    });
    const unknown = iriOf('00000000-0000-4000-8000-000000000000');
    for (const address of [unknown, '/elsewhere', iriOf('nonsense'), bert.iri])
      expect(await refused({ content: 'Hello', activity: address })).toMatchObject({
        status: 422,
        violations: [{ propertyPath: 'activity', code: 'activity.unknown' }],
      });
    await bert.call(comments.create, { body: { content: 'Hello', activity: { '@id': iriOf(uuid) } } });
    const empty = { content: ' ', activity: iriOf('00000000-0000-4000-8000-000000000000') };
    const english = await refused(empty);
    for (const language of ['fr', 'nl'] as const) {
      const problem = await bert.refused(comments.create, { body: empty }, { 'accept-language': language });
      expectTranslated(language, problem, english);
    }
  });

  // spec: call DELETE {comment}
  it('can be deleted once and only by its author', async () => {
    const comment = await say(bert, 'Too hasty');
    expect(await anna.refused(comments.remove, removal(comment))).toMatchObject({
      status: 403,
      detail: 'This comment was written by somebody else.',
    });
    await bert.call(comments.remove, removal(comment));
    expect(await contents(anna)).toEqual([]);
    expect(await counted(anna)).toBe(0);
    expect((await bert.refused(comments.remove, removal(comment))).status).toBe(404);
  });

  it('is deleted with its activity, even if added while the activity is being deleted', async () => {
    const comment = await say(bert, 'Hello');
    await flag(anna, comment);
    const answers = await Promise.all([
      ...[1, 2, 3].map((count) =>
        bert.send({
          method: 'POST',
          url: '/club/platform/api/activity_comments',
          payload: { content: `${count}`, activity: iriOf(uuid) },
        }),
      ),
      anna.send({ method: 'DELETE', url: iriOf(uuid) }),
    ]);
    for (const { statusCode } of answers) expect([201, 204, 422]).toContain(statusCode);
    expect((await bert.refused(comments.list, { params: { uuid } })).status).toBe(404);
    expect((await bert.refused(comments.remove, removal(comment))).status).toBe(404);
    const left = await app.database.db
      .selectFrom('activity_comments')
      .leftJoin('activities', 'activities.id', 'activity_id')
      .where('activities.id', 'is', null)
      .selectAll('activity_comments')
      .execute();
    expect(left).toEqual([]);
  });

  it('does not show others the name of an author who has hidden it', async () => {
    await say(bert, 'Quietly');
    const change = { givenName: 'Bert', surname: 'Dubois', language: 'en' } as const;
    await bert.call(accounts.modifyData, { body: { ...change, nameShown: 'none' } });
    expect((await listed(anna))['hydra:member']).toMatchObject([
      { personName: '', person: { id: 0, givenName: '', surname: '' } },
    ]);
    expect((await listed(bert))['hydra:member']).toMatchObject([
      { personName: 'Bert Dubois', person: { '@id': bert.iri } },
    ]);
  });

  it('cannot be read or written, and is not counted, while comments are disabled', async () => {
    const comment = await say(bert, 'Hello');
    await switchComments(app.database.db, false);
    const body = { content: 'Hello', activity: iriOf(uuid) };
    expect((await bert.refused(comments.list, { params: { uuid } })).status).toBe(404);
    expect((await bert.refused(comments.create, { body })).status).toBe(404);
    expect((await bert.refused(comments.remove, removal(comment))).status).toBe(404);
    const complaint = { comment: comment['@id'], reason: 'Unkind' };
    expect((await anna.refused(comments.flag, { body: complaint })).status).toBe(404);
    expect(await counted(anna)).toBe(0);
    await switchComments(app.database.db, true);
    expect(await counted(anna)).toBe(1);
  });

  it('is rejected with 429 after sixty comments by the same person in 15 minutes', async () => {
    for (let count = 1; count <= 60; count += 1) await say(bert, `${count}`);
    const body = { content: 'One more', activity: iriOf(uuid) };
    expect((await bert.refused(comments.create, { body })).status).toBe(429);
    await say(anna, 'Others may');
    expect(await counted(anna)).toBe(61);
  });
});

describe('the comment list', () => {
  // spec: state paging
  it('has 20 comments per page, and shows each comment once even if comments are added between two pages', async () => {
    for (let count = 1; count <= 45; count += 1) await say(bert, `${count}`);
    const seen: string[] = [];
    let next: string | undefined = `${iriOf(uuid)}/comments`;
    const sizes: number[] = [];
    while (next) {
      const page: { 'hydra:member': { content: string }[]; 'hydra:view': Record<string, string> } = (
        await anna.send({ method: 'GET', url: next })
      ).json();
      sizes.push(page['hydra:member'].length);
      seen.push(...page['hydra:member'].map(({ content }) => content));
      next = page['hydra:view']['hydra:next'];
      await say(bert, 'Meanwhile');
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, position) => `${45 - position}`));
  });
});
