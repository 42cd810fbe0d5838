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
  // A new person, because of the limit of comments in 15 minutes.
  bert = await app.participant('Bert');
  uuid = await logActivity(anna);
});

const { say, removal, flag, listed, contents, counted } = commentCalls(() => uuid);

describe('a flag', () => {
  // spec: call POST /platform/api/activity_comment_flags
  it('hides a comment for the flagger immediately, and for nobody else', async () => {
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

  it('from three different people hides a comment for everybody, even its author, who can still delete it', async () => {
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

  it('counts once per person, even from several browsers', async () => {
    const comment = await say(bert, 'You are slow');
    await flag(anna, comment, 'First reason');
    const again = await Promise.all([1, 2, 3, 4].map((count) => flag(anna, comment, `Reason ${count}`)));
    for (const answer of again) expect(answer.reason).toBe('First reason');
    const chloe = await app.participant('Chloé');
    await Promise.all([1, 2, 3].map(() => flag(chloe, comment)));
    expect(await contents(bert)).toEqual(['You are slow']);
  });

  it('from three people at the same moment hides the comment', async () => {
    const comment = await say(bert, 'You are slow');
    const flaggers = await Promise.all(['Chloé', 'Dirk', 'Eva'].map((name) => app.participant(name)));
    await Promise.all(flaggers.flatMap((flagger) => [flag(flagger, comment), flag(flagger, comment)]));
    expect(await contents(bert)).toEqual(['']);
  });

  it('needs a reason of 1 to 500 characters and an existing comment', async () => {
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

  it('is refused for one’s own comment', async () => {
    const comment = await say(bert, 'Hello');
    const body = { comment: comment['@id'], reason: 'I regret it' };
    expect(await bert.refused(comments.flag, { body })).toMatchObject({
      status: 403,
      detail: 'You cannot flag your own comment. You can delete it.',
    });
    const inDutch = await bert.refused(comments.flag, { body }, { 'accept-language': 'nl' });
    expect(inDutch.detail).toBe('Je eigen reactie kun je niet melden, maar je kunt ze wel verwijderen.');
  });

  it('can be set while the author deletes the comment', async () => {
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
