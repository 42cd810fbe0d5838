import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as comments from '../../contract/comments.ts';
import * as decisions from '../../contract/decisions.ts';
import * as changes from '../../contract/managed/changes.ts';
import * as inbox from '../../contract/managed/inbox.ts';
import { readPersonalData } from '../people/import-export/personal-data.ts';
import { findPerson } from '../people/person.ts';
import { basePath, commentCalls, logActivity, switchComments } from '../testing/comments.ts';
import { logKilometers, moderationCalls } from '../testing/moderation.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { type Browser, idOf, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let organiser: Person;
let moderator: Person;
let reader: Person;
let author: Person;
let uuid: string;

beforeAll(async () => {
  app = await testApp({ basePath });
  await switchComments(app.database.db, true);
  organiser = await app.organiser();
  moderator = await app.organiser('moderator');
  reader = await app.participant();
  uuid = await logActivity(reader);
});
beforeEach(async () => {
  author = await app.participant('Bert');
});
afterAll(() => app.close());

const { say, flag, listed } = commentCalls(() => uuid);
const asModerator = moderationCalls(() => moderator);
const asOrganiser = moderationCalls(() => organiser);
const sport = `${basePath}platform/api/sports/1`;

const ofAuthor = async (calls: typeof asModerator, query?: object) => {
  const all = await calls.items(query);
  return all.filter(({ personId }) => personId === idOf(author));
};
const oneOfAuthor = async (calls: typeof asModerator) => {
  const [item] = await ofAuthor(calls);
  if (!item) throw new Error('no case is open');
  return item;
};
const shownTo = async (person: Browser, comment: { '@id': string }) =>
  (await listed(person))['hydra:member'].find((one) => one['@id'] === comment['@id'])?.content;
const ownDecisions = async () => (await author.call(decisions.list, {}))['hydra:member'];
const answer = (ownCase: { uuid: string }, text = 'It was a joke between us') =>
  author.call(decisions.answer, { params: { uuid: ownCase.uuid }, body: { answer: text } });
const personOf = async (who: Person) => {
  const person = await findPerson(app.database.db, idOf(who));
  if (!person) throw new Error('nobody');
  return person;
};
/** Creates a comment that is hidden because three people have flagged it. */
async function hiddenComment() {
  const comment = await say(author, 'You are slow');
  for (const name of ['Chloé', 'Dirk', 'Eva']) await flag(await app.participant(name), comment);
  return comment;
}
async function outlier() {
  for (const day of [10, 11, 12, 13, 14]) await logKilometers(author, 5, `2026-11-${day}`, sport);
  return logKilometers(author, 50, '2026-11-20', sport);
}

describe('a flagged comment', () => {
  // claim: flags-without-names
  it('enters the inbox at its first flag, with the reasons but without the names of the people who flagged it', async () => {
    const comment = await say(author, 'You are slow');
    expect(await ofAuthor(asModerator)).toEqual([]);
    await flag(await app.participant('Secretive'), comment, 'Unkind');
    const items = await ofAuthor(asModerator);
    expect(items).toMatchObject([
      { kind: 'comment', isOpen: true, person: 'Bert Dubois', activity: null, finding: null },
    ]);
    expect(items[0]?.comment).toMatchObject({
      content: 'You are slow',
      under: { person: expect.stringMatching(/ Dubois$/), performedAt: expect.stringMatching(/^2026-11-/) },
      isHidden: false,
      flags: [{ reason: 'Unkind', isSettled: false }],
    });
    expect(JSON.stringify(items)).not.toContain('Secretive');
  });

  it('is visible again after a decision to keep it, until three other people flag it', async () => {
    const comment = await hiddenComment();
    expect(await shownTo(reader, comment)).toBe('');
    await asModerator.decide(await oneOfAuthor(asModerator), 'keep', 'Friendly banter');
    expect(await shownTo(reader, comment)).toBe('You are slow');
    expect(await shownTo(author, comment)).toBe('You are slow');
    expect(await ownDecisions()).toMatchObject([
      { comment: 'You are slow', decisions: [{ decision: 'keep', reason: 'Friendly banter', before: null }] },
    ]);
    for (const name of ['Fien', 'Gust']) await flag(await app.participant(name), comment);
    expect(await shownTo(reader, comment)).toBe('You are slow');
    expect(await ofAuthor(asModerator)).toEqual([]);
    await flag(await app.participant('Hilde'), comment);
    expect(await shownTo(reader, comment)).toBe('');
    expect((await oneOfAuthor(asModerator)).comment?.flags.map(({ isSettled }) => isSettled)).toEqual([
      ...[false, false, false],
      ...[true, true, true],
    ]);
  });

  it('returns to the inbox if three other people flag it concurrently', async () => {
    const comment = await hiddenComment();
    await asModerator.decide(await oneOfAuthor(asModerator), 'keep');
    const flaggers = await Promise.all(['Fien', 'Gust', 'Hilde'].map((name) => app.participant(name)));
    await Promise.all(flaggers.map((flagger) => flag(flagger, comment)));
    expect(await ofAuthor(asModerator)).toHaveLength(1);
  });

  it('can be hidden from everybody; its author may answer once, and a second decision closes the case', async () => {
    const comment = await say(author, 'You are slow');
    await flag(await app.participant(), comment);
    await asModerator.decide(await oneOfAuthor(asModerator), 'hide', 'Unkind');
    for (const person of [reader, author]) expect(await shownTo(person, comment)).toBe('');
    const [ownCase] = await ownDecisions();
    if (!ownCase) throw new Error('the author was not notified');
    expect(ownCase).toMatchObject({ isOpen: false, answer: null, decisions: [{ reason: 'Unkind' }] });
    expect(await answer(ownCase)).toMatchObject({ isOpen: true, answer: 'It was a joke between us' });
    const again = { params: { uuid: ownCase.uuid }, body: { answer: 'And another thing' } };
    expect(await author.refused(decisions.answer, again)).toMatchObject({
      status: 409,
      title: 'Already answered',
    });
    const item = await oneOfAuthor(asModerator);
    expect(item).toMatchObject({ answer: 'It was a joke between us', decisions: [{ decision: 'hide' }] });
    await asModerator.decide(item, 'reinstate', 'Agreed');
    expect(await shownTo(reader, comment)).toBe('You are slow');
    expect(await ownDecisions()).toMatchObject([
      { isOpen: false, decisions: [{ decision: 'reinstate' }, { decision: 'hide' }] },
    ]);
    expect((await author.refused(decisions.answer, again)).status).toBe(409);
  });

  it('cannot be decided on by its own author', async () => {
    const comment = await say(moderator, 'Go faster');
    await flag(reader, comment);
    const [own] = (await asModerator.items()).filter(({ personId }) => personId === idOf(moderator));
    const body = { decision: 'keep', reason: 'Mine', version: own?.version };
    expect(await moderator.refused(inbox.decide, { params: { id: own?.id }, body })).toMatchObject({
      status: 403,
      detail: 'This case is about you, so somebody else has to decide.',
    });
  });

  it('leaves the inbox when it is deleted', async () => {
    const comment = await hiddenComment();
    await author.call(comments.remove, { params: { uuid: comment['@id'].split('/').at(-1) ?? '' } });
    expect(await ofAuthor(asModerator, {})).toEqual([]);
  });
});

describe('an outlier in the inbox', () => {
  // claim: moderators-no-outliers
  it('is visible to organisers only, not to moderators', async () => {
    await outlier();
    const item = await oneOfAuthor(asOrganiser);
    expect(await ofAuthor(asModerator)).toEqual([]);
    expect((await moderator.refused(inbox.one, { params: { id: item.id } })).status).toBe(404);
    const body = { decision: 'discount', reason: 'No', version: item.version };
    expect((await moderator.refused(inbox.decide, { params: { id: item.id }, body })).status).toBe(404);
    expect((await author.call(activities.list, { query: {} }))['hydra:member'][0]?.counts).toBe(true);
  });

  // claim: decisions-answered
  it('leaves the boards when it is excluded, and can be reinstated after an answer', async () => {
    const { uuid: activity } = await outlier();
    await asOrganiser.decide(await oneOfAuthor(asOrganiser), 'discount', 'By car?');
    const read = () => author.call(activities.one, { params: { uuid: activity } });
    expect(await read()).toMatchObject({ counts: false, challengeKms: 0, correction: 'By car?' });
    await expectSumsToHold(app.database.db);
    const [ownCase] = await ownDecisions();
    if (!ownCase) throw new Error('the author was not notified');
    expect(ownCase.decisions).toMatchObject([
      {
        decision: 'discount',
        before: { counts: true, challengeKms: 50 },
        after: { counts: false, challengeKms: 0 },
      },
    ]);
    await answer(ownCase, 'I ran the ultra of Ghent');
    const again = await oneOfAuthor(asOrganiser);
    expect(again.id).toBe((await ofAuthor(asOrganiser, {}))[0]?.id);
    await asOrganiser.decide(again, 'reinstate', 'Well done');
    expect(await read()).toMatchObject({ counts: true, challengeKms: 50, correction: null });
    await expectSumsToHold(app.database.db);
  });

  it('can also be closed by correcting the activity', async () => {
    const { uuid: activity } = await outlier();
    await asOrganiser.correct(await asOrganiser.activity(activity), { kilometers: 5 });
    expect(await ofAuthor(asOrganiser)).toEqual([]);
    expect(await ownDecisions()).toMatchObject([{ decisions: [{ decision: 'correct' }] }]);
  });

  it('is decided only once if two organisers decide concurrently', async () => {
    const { uuid: activity } = await outlier();
    const item = await oneOfAuthor(asOrganiser);
    const other = await app.organiser();
    const send = (who: Browser, decision: string) =>
      who.send({
        method: 'POST',
        url: `${basePath}platform/api/management/inbox/${item.id}/decision`,
        payload: { decision, reason: decision, version: item.version },
      });
    const answers = await Promise.all([send(organiser, 'accept'), send(other, 'discount')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const accepted = answers[0]?.statusCode === 200;
    expect((await author.call(activities.one, { params: { uuid: activity } })).counts).toBe(accepted);
    expect((await ownDecisions())[0]?.decisions).toMatchObject([
      { decision: accepted ? 'accept' : 'discount' },
    ]);
    const { 'hydra:member': lines } = await organiser.call(changes.list, {
      query: { resource: 'inbox', resourceId: String(item.id) },
    });
    expect(lines).toMatchObject([{ action: accepted ? 'accept' : 'discount', after: { isOpen: false } }]);
    await expectSumsToHold(app.database.db);
  });

  it('cannot be decided with an outdated version after the activity has changed', async () => {
    const { uuid: activity } = await outlier();
    const item = await oneOfAuthor(asOrganiser);
    const body = { performedAt: '2026-11-20', sport, amountType: 'km', kilometers: 500 } as const;
    await author.call(activities.replace, { params: { uuid: activity }, body });
    const decision = { decision: 'accept', reason: 'Fine', version: item.version };
    expect((await organiser.refused(inbox.decide, { params: { id: item.id }, body: decision })).status).toBe(
      409,
    );
  });

  it('cannot be hidden like a comment, or decided without a reason', async () => {
    await outlier();
    const { id, version } = await oneOfAuthor(asOrganiser);
    const refused = (body: object) =>
      organiser.refused(inbox.decide, { params: { id }, body: { version, ...body } });
    expect(await refused({ decision: 'hide', reason: 'No' })).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'decision', message: 'Please choose a decision.' }],
    });
    // A decision cannot be upheld before the person has answered.
    expect(await refused({ decision: 'uphold', reason: 'So' })).toMatchObject({ status: 422 });
    expect(await refused({ decision: 'accept', reason: ' ' })).toMatchObject({
      violations: [{ propertyPath: 'reason' }],
    });
  });
});

describe('a person’s answer to a decision', () => {
  /**
   * Creates an activity of 90 minutes. An organiser corrects it to 30 minutes on another day, then to 15 minutes, and
   * the person answers.
   */
  async function answeredCorrection() {
    const entry = { performedAt: '2026-11-20', sport, amountType: 'time', time: '01:30:00' } as const;
    const { uuid: activity } = await author.call(activities.create, {
      body: { ...entry, info: 'Along the sea' },
    });
    const read = () => author.call(activities.one, { params: { uuid: activity } });
    const before = await read();
    for (const changes of [{ time: '00:30:00', performedAt: '2026-11-19' }, { time: '00:15:00' }])
      await asOrganiser.correct(await asOrganiser.activity(activity), changes);
    const [ownCase] = await ownDecisions();
    if (!ownCase) throw new Error('the author was not notified');
    await answer(ownCase, 'It was an hour and a half');
    return { activity, before, read };
  }

  it('can only be followed by upholding or reversing the decision', async () => {
    await answeredCorrection();
    const { id, version } = await oneOfAuthor(asOrganiser);
    for (const decision of ['accept', 'discount', 'keep'])
      expect(
        await organiser.refused(inbox.decide, { params: { id }, body: { decision, reason: 'So', version } }),
      ).toMatchObject({ status: 422, violations: [{ propertyPath: 'decision' }] });
  });

  it('can be rejected by upholding the correction, which changes nothing and notifies the person', async () => {
    const { read } = await answeredCorrection();
    await asOrganiser.decide(await oneOfAuthor(asOrganiser), 'uphold', 'Your watch says so');
    expect(await read()).toMatchObject({ time: '00:15:00', correction: 'A zero too many' });
    expect((await ownDecisions())[0]?.decisions[0]).toMatchObject({
      decision: 'uphold',
      before: { time: '01:30:00', performedAt: '2026-11-20' },
      after: { time: '00:15:00', performedAt: '2026-11-19' },
    });
    expect(await ofAuthor(asOrganiser)).toEqual([]);
  });

  it('can be accepted by restoring the original activity, which the person can then edit again', async () => {
    const { activity, before, read } = await answeredCorrection();
    await asOrganiser.decide(await oneOfAuthor(asOrganiser), 'reinstate', 'You are right');
    expect(await read()).toEqual(before);
    await expectSumsToHold(app.database.db);
    expect((await ownDecisions())[0]?.decisions[0]).toMatchObject({
      decision: 'reinstate',
      before: { time: '00:15:00' },
      after: { time: '01:30:00', performedAt: '2026-11-20' },
    });
    const body = { performedAt: '2026-11-20', sport, amountType: 'time', time: '01:20:00' } as const;
    await author.call(activities.replace, { params: { uuid: activity }, body });
    const { 'hydra:member': lines } = await organiser.call(changes.list, {
      query: { resource: 'activities', itemsPerPage: 1 },
    });
    expect(lines).toMatchObject([{ action: 'reinstate', reason: 'You are right' }]);
  });

  it('cannot be accepted if the day has too little time left for the restored activity', async () => {
    await answeredCorrection();
    const body = { performedAt: '2026-11-20', sport, amountType: 'time', time: '23:00:00' } as const;
    await author.call(activities.create, { body });
    const { id, version } = (await ofAuthor(asOrganiser)).find(({ answer }) => answer) ?? {};
    const decision = { decision: 'reinstate', reason: 'You are right', version };
    expect(await organiser.refused(inbox.decide, { params: { id }, body: decision })).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'decision' }],
    });
    await expectSumsToHold(app.database.db);
  });

  it('must be plain text of up to 1,000 characters written by the affected person', async () => {
    const comment = await say(author, 'You are slow');
    await flag(reader, comment);
    const { id } = await oneOfAuthor(asModerator);
    const { uuid: ownCase } = await app.database.db
      .selectFrom('cases')
      .select('uuid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const params = { uuid: ownCase };
    expect((await author.refused(decisions.answer, { params, body: { answer: 'Too early' } })).status).toBe(
      404,
    );
    await asModerator.decide(await oneOfAuthor(asModerator), 'hide');
    expect((await reader.refused(decisions.answer, { params, body: { answer: 'Not mine' } })).status).toBe(
      404,
    );
    for (const answer of ['', '  ', 'x'.repeat(1001)])
      expect((await author.refused(decisions.answer, { params, body: { answer } })).violations).toHaveLength(
        1,
      );
    const text = `<b>${'x'.repeat(993)}</b>`;
    expect((await author.call(decisions.answer, { params, body: { answer: text } })).answer).toBe(text);
  });
});

it('includes decisions about a person in their data export', async () => {
  const { uuid: activity } = await outlier();
  await asOrganiser.decide(await oneOfAuthor(asOrganiser), 'discount', 'By car?');
  const [row] = (await readPersonalData(app.database.db, await personOf(author))).decisions;
  expect(row).toMatchObject({
    activity,
    comment: null,
    decision: 'discount',
    reason: 'By car?',
    answer: null,
  });
});

it('deletes decisions about a person together with their account', async () => {
  const { uuid: activity } = await outlier();
  await asOrganiser.correct(await asOrganiser.activity(activity), { kilometers: 5 });
  const deleted = await author.send({
    method: 'POST',
    url: `${basePath}gc/account/delete`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `profileId=${idOf(author)}`,
  });
  expect(deleted.statusCode).toBe(204);
  expect(await ofAuthor(asOrganiser, {})).toEqual([]);
  await expectSumsToHold(app.database.db);
});
