import { wcagContrast } from 'culori';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as changes from '../../contract/managed/changes.ts';
import * as mails from '../../contract/managed/mails.ts';
import * as people from '../../contract/managed/people.ts';
import * as passwords from '../../contract/passwords.ts';
import { outboxMailer, smtpMailer } from '../kit/mail.ts';
import { linkMails } from '../people/mailed-links/activation-and-reset-mail.ts';
import { type Mailbox, startMailbox, startMailing } from '../testing/mailbox.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { removeOldMails } from './mail-record.ts';

type Organiser = Awaited<ReturnType<TestApp['organiser']>>;

let app: TestApp;
let mailbox: Mailbox;
let organiser: Organiser;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  [app, mailbox] = [await testApp(), await startMailbox()];
  organiser = await app.organiser();
  ends = [];
});
afterEach(async () => {
  for (const end of ends) await end();
  await mailbox.goDown();
  await app.close();
});

/** Starts sending the waiting emails. */
async function startSending(mailer = smtpMailer(mailbox.url, 'no-reply@example.com')) {
  const mailing = await startMailing(app, mailer);
  ends.push(mailing.stop);
  return mailing;
}
const outbox = async (query: object = {}) => (await organiser.call(mails.list, { query }))['hydra:member'];
const forget = (email: string) => app.browser().call(passwords.forgot, { body: { email } });
const stateOf = async (address: string) => (await outbox()).find((mail) => mail.address === address)?.state;
/** Waits until the email to an address is in the given state. */
const becomes = (address: string, state: string) =>
  expect.poll(() => stateOf(address), { timeout: 30_000, interval: 100 }).toBe(state);

describe('the outbox', () => {
  it('shows each state of an email from request to delivery, without the secret link', async () => {
    const { email } = await app.participant('Anna');
    await forget(email);
    expect(await outbox()).toMatchObject([
      { kind: 'reset-password', address: email, state: 'waiting', subject: null, settledAt: null },
    ]);
    await startSending();
    const { links } = await mailbox.mailTo(email);
    await becomes(email, 'sent');
    const [mail] = await outbox();
    expect(mail).toMatchObject({ subject: 'Choose a new password for Global Challenge', problem: null });
    expect(mail?.settledAt).toBe(app.clock.now.toString());
    const secret = links[0]?.split('/').at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(20);
    const stored = await app.database.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify([mail, stored])).not.toContain(secret);
    expect(await organiser.call(mails.one, { params: { id: mail?.id ?? 0 } })).toMatchObject({
      address: email,
    });
  });

  it('shows no row for an address without an account', async () => {
    await forget('nobody@example.com');
    expect(await outbox()).toEqual([]);
    const rows = await app.database.db.selectFrom('mails').select(['person_id', 'address']).execute();
    expect(rows).toEqual([{ person_id: null, address: null }]);
  });

  it('uses the company’s colour in emails, with readable text', async () => {
    const { email } = await app.participant();
    // Light yellow, on which light text would be unreadable.
    const value = JSON.stringify('#ffe066');
    await app.database.db.insertInto('configs').values({ key: 'companyColour', value }).execute();
    await forget(email);
    await startSending();
    const html = String((await mailbox.mailTo(email)).html);
    const [, ground = '', on = ''] = html.match(/background: (#\w{6}); color: (#\w{6})/) ?? [];
    expect(html).not.toContain('#c2410c');
    expect(html).toContain(`border-top: 5px solid ${ground}`);
    expect(wcagContrast(ground, on)).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(ground, '#fcf8ee')).toBeGreaterThanOrEqual(4.5);
  });

  it('shows that an email was written to a folder if there is no mail server', async () => {
    const { email } = await app.participant();
    await forget(email);
    await startSending({ ...outboxMailer('/nowhere', 'a@example.com'), send: async () => undefined });
    await becomes(email, 'filed');
  });

  it('marks an email as unnecessary if the reason for it no longer exists', async () => {
    const { email, iri } = await app.participant();
    const personId = Number(iri.split('/').at(-1));
    await (await app.queue.enqueuer(linkMails))(app.database.db, { personId, purpose: 'activate' });
    await startSending();
    await becomes(email, 'needless');
    expect(mailbox.mails).toEqual([]);
  });

  it('can be filtered, sorted and searched', async () => {
    const [anna, bert] = [await app.participant('Anna'), await app.participant('Bert')];
    for (const { email } of [anna, bert]) await forget(email);
    await organiser.call(mails.sendTest, {});
    const addresses = async (query: object) => (await outbox(query)).map(({ address }) => address);
    expect(await addresses({ kind: 'test' })).toEqual([organiser.email]);
    expect(await addresses({ 'order[address]': 'asc', kind: 'reset-password' })).toEqual(
      [anna.email, bert.email].sort(),
    );
    expect(await addresses({ q: 'bert' })).toEqual([bert.email]);
    expect(await addresses({ state: 'failed' })).toEqual([]);
    expect(await addresses({ itemsPerPage: 1 })).toEqual([organiser.email]);
  });

  // claim: mails-deleted
  it('deletes a person’s emails with their account, and all emails after two weeks', async () => {
    const { db } = app.database;
    const [anna, bert] = [await app.participant('Anna'), await app.participant('Bert')];
    for (const { email } of [anna, bert]) await forget(email);
    await anna.call(accounts.deleteAccount, { body: { profileId: anna.iri } });
    expect((await outbox()).map(({ address }) => address)).toEqual([bert.email]);
    const [mail] = await db.selectFrom('mails').select('asked_at').execute();
    const askedAt = mail?.asked_at ?? app.clock.now;
    await removeOldMails(db, askedAt.add({ hours: 14 * 24 - 1 }));
    expect(await outbox()).toHaveLength(1);
    await removeOldMails(db, askedAt.add({ hours: 14 * 24 + 1 }));
    expect(await outbox()).toEqual([]);
  });
});

describe('an email that the mail server refuses', () => {
  it('is retried after a temporary refusal, and shows the reason and the time of the next attempt', async () => {
    const { email } = await app.participant();
    mailbox.refuses = { code: 451, text: 'Greylisted, come back later' };
    await forget(email);
    await startSending();
    await becomes(email, 'retrying');
    const tried = (await outbox())[0];
    expect(tried?.problem).toContain('Greylisted');
    await expect.poll(async () => (await outbox())[0]?.nextTryAt).not.toBeNull();
    mailbox.refuses = undefined;
    await becomes(email, 'sent');
    expect((await outbox())[0]).toMatchObject({ problem: null, nextTryAt: null });
  });

  it('fails immediately if it is refused permanently, and the log does not contain the recipient’s address', async () => {
    const { email } = await app.participant();
    mailbox.refuses = { code: 550, text: `5.1.1 <${email}>: no such user` };
    await forget(email);
    const { reports } = await startSending();
    await becomes(email, 'failed');
    const [mail] = await outbox({ state: 'failed' });
    expect(mail).toMatchObject({ failedTries: 1, nextTryAt: null });
    expect(mail?.problem).toMatch(/550.*5\.1\.1.*no such user/);
    expect(reports.join()).toContain('EENVELOPE 550');
    expect(reports.join()).not.toContain(email);
    expect(await app.database.db.selectFrom('mailed_links').selectAll().execute()).toEqual([]);
  });

  it('can be sent again by an organiser, which adds a line to the change log', async () => {
    const { email } = await app.participant();
    mailbox.refuses = { code: 550, text: '5.1.1 no such user' };
    await forget(email);
    await startSending();
    await becomes(email, 'failed');
    const [failed] = await outbox();
    mailbox.refuses = undefined;
    const params = { id: failed?.id ?? 0 };
    await organiser.call(mails.again, { params });
    await becomes(email, 'sent');
    expect((await mailbox.mailTo(email)).links[0]).toContain('/reset-password/');
    expect(await outbox()).toHaveLength(1);
    expect((await organiser.refused(mails.again, { params })).status).toBe(404);
    const [sent] = await outbox();
    expect((await organiser.refused(mails.again, { params: { id: sent?.id ?? 0 } })).status).toBe(409);
    const log = await organiser.call(changes.list, { query: { resource: 'mails' } });
    expect(log['hydra:member']).toMatchObject([
      { action: 'send again', before: { state: 'failed' }, after: { state: 'waiting' } },
    ]);
  });

  it('counts as failed if its job no longer exists', async () => {
    const { email } = await app.participant();
    await forget(email);
    await app.database.pool.query('delete from jobs.job');
    expect(await stateOf(email)).toBe('failed');
  });
});

describe('a test email', () => {
  it('is sent to the organiser who requests it, up to five times in 15 minutes', async () => {
    await startSending();
    await organiser.call(mails.sendTest, {});
    expect((await mailbox.mailTo(organiser.email)).subject).toBe('Test email from Global Challenge');
    await becomes(organiser.email, 'sent');
    for (let time = 1; time < 5; time += 1) await organiser.call(mails.sendTest, {});
    expect((await organiser.refused(mails.sendTest, {})).status).toBe(429);
    const log = await organiser.call(changes.list, { query: { action: 'test' } });
    expect(log['hydra:totalItems']).toBe(5);
  });
});

it('shows how the platform sends emails, and lists a link that an organiser sends to a person', async () => {
  expect(await organiser.call(mails.setUp, {})).toMatchObject({ server: null, daysKept: 14 });
  const { email, iri } = await app.participant('Clara');
  await organiser.call(people.resendMail, { params: { id: Number(iri.split('/').at(-1)) } });
  expect(await outbox()).toMatchObject([{ address: email, kind: 'reset-password', person: 'Clara Dubois' }]);
});
