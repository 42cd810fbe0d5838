import { afterAll, beforeAll, expect, it } from 'vitest';
import * as decisions from '../../contract/decisions.ts';
import { smtpMailer } from '../kit/mail.ts';
import { type Mailbox, startMailbox, startMailing } from '../testing/mailbox.ts';
import { logKilometers, moderationCalls } from '../testing/moderation.ts';
import { type Browser, idOf, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let mailbox: Mailbox;
let mailing: Awaited<ReturnType<typeof startMailing>>;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  mailbox = await startMailbox();
  mailing = await startMailing(app, smtpMailer(mailbox.url, 'no-reply@example.com'));
  organiser = await app.organiser();
  await app.database.db
    .insertInto('sport_labels')
    .values([
      { sport_id: 1, language: 'nl', label: 'Lopen' },
      { sport_id: 1, language: 'en', label: 'Running' },
    ])
    .execute();
});
afterAll(async () => {
  await mailing.stop();
  await mailbox.goDown();
  await app.close();
});

const { activity, correct, items, decide } = moderationCalls(() => organiser);

it('emails the person what was changed and why, in their language and as plain text', async () => {
  const person = await app.participant();
  await app.database.db
    .updateTable('people')
    .set({ language: 'nl' })
    .where('id', '=', idOf(person))
    .execute();
  const { uuid } = await logKilometers(person, 120);
  const reason = 'Een nul te veel <script>alert(1)</script>';
  const corrected = await correct(await activity(uuid), { kilometers: 12, reason });
  const mail = await mailbox.mailTo(person.email);
  expect(mail.subject).toBe('Een van je activiteiten is gecorrigeerd');
  expect(mail.text).toContain('Voorheen: 20 november 2026 · Lopen · 120 km · telt voor 120 km');
  expect(mail.text).toContain('Nu: 20 november 2026 · Lopen · 12 km · telt voor 12 km');
  expect(mail.text).toContain(`Reden: ${reason}`);
  expect(mail.text).toContain('Je kunt één keer antwoorden');
  expect(mail.html).not.toContain('<script');
  expect(new Set(mail.links)).toEqual(new Set(['https://challenge.example.com/club/my-decisions']));
  await correct(corrected, { counts: false });
  const second = await mailbox.mailTo(person.email, 2);
  expect(second.subject).toBe('Een van je activiteiten telt niet mee');
  expect(second.text).toContain('Voorheen: 20 november 2026 · Lopen · 12 km');
});

it('emails the person whether the decision is upheld or reversed after their answer', async () => {
  for (const [decision, subject, line] of [
    ['uphold', 'We have read your answer: the decision stands', 'Now: 20 November 2026 · Running · 12 km'],
    [
      'reinstate',
      'We have read your answer: the decision has been reversed',
      'Now: 20 November 2026 · Running · 120 km',
    ],
  ] as const) {
    const person = await app.participant();
    const { uuid } = await logKilometers(person, 120);
    await correct(await activity(uuid), { kilometers: 12 });
    await mailbox.mailTo(person.email);
    const { 'hydra:member': cases } = await person.call(decisions.list, {});
    const params = { uuid: cases[0]?.uuid ?? '' };
    await person.call(decisions.answer, { params, body: { answer: 'It was all of it' } });
    const item = (await items()).find(({ personId }) => personId === idOf(person));
    if (!item) throw new Error('no case is open');
    await decide(item, decision);
    const mail = await mailbox.mailTo(person.email, 2);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(line);
    expect(mail.text).toContain('This decision is final.');
  }
});
