import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpMailer } from '../../kit/mail.ts';
import type { MailContext } from '../../outbox/mail-jobs.ts';
import { loadTexts, translator } from '../../platform/texts/texts.ts';
import { type Mailbox, type ReceivedMail, startMailbox } from '../../testing/mailbox.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { sendLinkMail } from './activation-and-reset-mail.ts';

let app: TestApp;
let mailbox: Mailbox;
let mailing: MailContext;

beforeAll(async () => {
  app = await testApp();
  mailbox = await startMailbox();
  const mailer = smtpMailer(mailbox.url, 'no-reply@example.com');
  const translate = translator(await loadTexts());
  const publicUrl = 'https://challenge.example.com/';
  mailing = {
    db: app.database.db,
    mailer,
    translate,
    publicUrl,
    platformName: 'Global Challenge',
    accent: undefined,
  };
});
afterAll(async () => {
  await mailbox.goDown();
  await app.close();
});

/** Returns the email sent to a person with this given name. */
async function mailFor(givenName: string): Promise<ReceivedMail> {
  const { email, iri } = await app.participant();
  await app.database.db
    .updateTable('people')
    .set({ given_name: givenName })
    .where('email', '=', email)
    .execute();
  const personId = Number(iri.split('/').at(-1));
  const before = mailbox.mails.length;
  await sendLinkMail(mailing, { personId, purpose: 'reset-password' }, app.clock.now);
  const mail = await mailbox.mailTo(email);
  expect(mailbox.mails.length).toBe(before + 1);
  expect(mail.recipients).toEqual([email]);
  return mail;
}

describe('the greeting of an email', () => {
  it.each(['Anne-Sophie', 'J. P.', 'Maëlle', 'D’Arcy', "D'Arcy"])('contains the name %s', async (name) => {
    const { text, html } = await mailFor(name);
    expect(text).toContain(`Hello ${name},`);
    expect(html).toContain(`Hello ${name.replace("'", '&#39;')},`);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    'Anna\r\nBcc: eve@example.com',
    'Anna\r\n\r\n<h1>another body</h1>',
    'Win at https://evil.example',
    'evil.example',
    'x'.repeat(100),
  ])('omits an unusable name, such as %j', async (name) => {
    const mail = await mailFor(name);
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('Hello,');
      expect(part).not.toContain(name.slice(0, 12));
      expect(part).not.toMatch(/evil|eve@|another body|<img|<script/);
    }
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toBe('Choose a new password for Global Challenge');
    expect(new Set(mail.links).size).toBe(1);
  });
});

it('sends no email if the account is deleted, and no activation email if the account is active', async () => {
  const { iri } = await app.participant();
  const before = mailbox.mails.length;
  const personId = Number(iri.split('/').at(-1));
  await sendLinkMail(mailing, { personId, purpose: 'activate' }, app.clock.now);
  for (const nobody of [0, 999_999])
    await sendLinkMail(mailing, { personId: nobody, purpose: 'reset-password' }, app.clock.now);
  expect(mailbox.mails.length).toBe(before);
});
