import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as managed from '../../../contract/managed/people.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser & { email: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const invite = async (email: string) =>
  (
    await organiser.call(managed.create, {
      body: { givenName: 'Ann', surname: 'Peeters', email, language: 'fr', invite: false },
    })
  ).id;
const signUp = (email: string, guestCode = 'WELCOME') =>
  app.browser().refused(accounts.signUp, { body: newPerson({ email, guestCode }) });
/** Returns the purposes of the queued emails to a person; 0 means no person. */
const mailsTo = async (personId: number) =>
  (
    await app.database.pool.query(
      "select data ->> 'purpose' as purpose from jobs.job where name = 'link-mails' and data ->> 'personId' = $1",
      [String(personId)],
    )
  ).rows.map(({ purpose }) => purpose);

it('sends an invitation again, up to three times, if somebody signs up with an invited address', async () => {
  const id = await invite('invited@example.com');
  const taken = await signUp('Invited@example.com');
  expect(taken).toMatchObject({ status: 422, violations: [{ propertyPath: 'email' }] });
  expect(taken.violations?.[0]?.message).toContain('we have sent you the activation email again');
  expect(await mailsTo(id)).toEqual(['invite']);
  for (let count = 0; count < 4; count += 1) expect(await signUp('invited@example.com')).toEqual(taken);
  expect(await mailsTo(id)).toEqual(['invite', 'invite', 'invite']);
});

it('returns the same error for active accounts, but sends no email', async () => {
  const id = await invite('other@example.com');
  const taken = await signUp('other@example.com');
  expect(await signUp(organiser.email)).toEqual(taken);
  expect(await mailsTo(0)).toEqual(['invite']);
  // Without a valid guest code, the response reveals nothing about an address.
  const refused = await signUp('other@example.com', 'NOPE');
  expect(refused.violations?.map(({ propertyPath }) => propertyPath)).toEqual(['guestCode']);
  expect(await mailsTo(id)).toEqual(['invite']);
});

it('sends another email to people who have not activated their account, unless one is already queued', async () => {
  const ids = [
    await invite('one@example.com'),
    await invite('two@example.com'),
    await invite('gone@example.com'),
  ];
  const [, , gone = 0] = ids;
  await organiser.call(managed.deactivate, { params: { id: gone }, body: {} });
  const person = await app.participant();
  const active = Number(person.iri.split('/').at(-1));
  const again = () => organiser.call(managed.inviteAgain, { body: { ids: [...ids, active] } });
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ mailed }) => mailed).sort()).toEqual([0, 2]);
  expect(await Promise.all([...ids, active].map(mailsTo))).toEqual([['invite'], ['invite'], [], []]);
  expect((await person.refused(managed.inviteAgain, { body: { ids } })).status).toBe(403);
  const tooMany = Array.from({ length: managed.mostInvitedAtOnce + 1 }, (_, id) => id + 1);
  expect((await organiser.refused(managed.inviteAgain, { body: { ids: tooMany } })).status).toBe(422);
});
