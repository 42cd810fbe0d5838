import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../contract/comments.ts';
import { basePath, commentCalls, iriOf, logActivity, switchComments } from '../../testing/comments.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

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

describe('a flag on a comment', () => {
  // spec: call POST /platform/api/activity_comment_flags
  it('immediately hides the comment from the person who flagged it, but not from others', async () => {
    const comment = await say(bert, 'You are slow');
    expect(await flag(anna, comment, ' Unkind ')).toMatchObject({
      comment: comment['@id'],
      reason: 'Unkind',
    });
    expect((await listed(anna))['hydra:member']).toMatchObject([{ content: '', inappropriateForYou: true }]);
    const others = [bert, await app.participant('Chloé')];
    for (const other of others)
      expect((await listed(other))['hydra:member']).toMatchObject([
        { content: 'You are slow', inappropriateForYou: false },
      ]);
    expect(await counted(anna)).toBe(1);
  });

  it('hides the comment from everybody if two other people flag it too, but its author can still delete it', async () => {
    const comment = await say(bert, 'You are slow');
    const flaggers = await Promise.all(['Chloé', 'Dirk', 'Eva'].map((name) => app.participant(name)));
    for (const flagger of flaggers.slice(0, 2)) await flag(flagger, comment);
    expect(await contents(bert)).toEqual(['You are slow']);
    expect(await contents(anna)).toEqual(['You are slow']);
    await flag(flaggers[2] as Person, comment);
    for (const reader of [anna, bert, ...flaggers])
      expect((await listed(reader))['hydra:member']).toMatchObject([
        { content: '', inappropriateForYou: true },
      ]);
    expect((await listed(bert))['hydra:totalItems']).toBe(1);
    expect(await counted(anna)).toBe(1);
    await bert.call(comments.remove, removal(comment));
    expect(await contents(anna)).toEqual([]);
  });

  it('counts once per person, even if sent several times', async () => {
    const comment = await say(bert, 'You are slow');
    await flag(anna, comment, 'First reason');
    const again = await Promise.all([1, 2, 3, 4].map((count) => flag(anna, comment, `Reason ${count}`)));
    for (const answer of again) expect(answer.reason).toBe('First reason');
    const chloe = await app.participant('Chloé');
    await Promise.all([1, 2, 3].map(() => flag(chloe, comment)));
    expect(await contents(bert)).toEqual(['You are slow']);
  });

  it('also hides the comment from everybody if three people flag it at the same time', async () => {
    const comment = await say(bert, 'You are slow');
    const flaggers = await Promise.all(['Chloé', 'Dirk', 'Eva'].map((name) => app.participant(name)));
    await Promise.all(flaggers.flatMap((flagger) => [flag(flagger, comment), flag(flagger, comment)]));
    expect(await contents(bert)).toEqual(['']);
  });

  it('must have a reason of 1 to 500 characters and belong to an existing comment', async () => {
    const comment = await say(bert, 'Hello');
    const refused = (body: object) => anna.refused(comments.flag, { body });
    for (const reason of ['', '   ', undefined])
      expect(await refused({ comment: comment['@id'], reason })).toMatchObject({
        violations: [{ propertyPath: 'reason', message: 'Please specify a value.' }],
      });
    expect(await refused({ comment: comment['@id'], reason: 'x'.repeat(501) })).toMatchObject({
      violations: [
        {
          propertyPath: 'reason',
          code: 'value.tooLong',
          message: 'This text may have at most 500 characters.',
        },
      ],
    });
    for (const address of ['/elsewhere', iriOf(uuid), comment['@id'].replace(/.$/, 'x')])
      expect(await refused({ comment: address, reason: 'Unkind' })).toMatchObject({
        status: 422,
        violations: [{ propertyPath: 'comment', code: 'comment.unknown' }],
      });
    await bert.call(comments.remove, removal(comment));
    expect((await refused({ comment: comment['@id'], reason: 'Unkind' })).status).toBe(422);
  });

  it('is rejected with 403 if it is on the person’s own comment', async () => {
    const comment = await say(bert, 'Hello');
    const body = { comment: comment['@id'], reason: 'I regret it' };
    expect(await bert.refused(comments.flag, { body })).toMatchObject({
      status: 403,
      detail: 'You cannot flag your own comment. You can delete it.',
    });
    const inDutch = await bert.refused(comments.flag, { body }, { 'accept-language': 'nl' });
    expect(inDutch.detail).toBe('Je eigen reactie kun je niet melden, maar wel verwijderen.');
  });

  it('does not cause an error if the author deletes the comment concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const comment = await say(bert, 'Hello');
      const answers = await Promise.all([
        ...[1, 2].map(() =>
          anna.send({
            method: 'POST',
            url: '/club/platform/api/activity_comment_flags',
            payload: { comment: comment['@id'], reason: 'Unkind' },
          }),
        ),
        bert.send({ method: 'DELETE', url: comment['@id'] }),
      ]);
      for (const { statusCode } of answers) expect([201, 204, 422]).toContain(statusCode);
    }
    expect(await contents(anna)).toEqual([]);
  });
});
