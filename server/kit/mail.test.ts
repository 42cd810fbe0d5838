import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, readMail, startMailbox } from '../testing/mailbox.ts';
import { type Mail, outboxMailer, smtpMailer } from './mail.ts';
import { type Letter, mailOf } from './mail-template.ts';

const now = Temporal.Instant.from('2026-11-21T11:00:00Z');
const from = 'Global Challenge <no-reply@challenge.example.com>';
const mail: Mail = { to: 'anna@example.com', subject: 'Één stap', text: 'Hallo', html: '<p>Hallo</p>' };

let mailbox: Mailbox;
let folder: string;

beforeAll(async () => {
  mailbox = await startMailbox();
  folder = await mkdtemp(join(tmpdir(), 'challenge-mail-'));
});
afterAll(async () => {
  await mailbox.goDown();
  await rm(folder, { recursive: true });
});

it('sends an email as HTML and as text over SMTP, from the configured address, and suppresses automatic replies', async () => {
  await smtpMailer(mailbox.url, from).send(mail, now);
  const received = await mailbox.mailTo('anna@example.com');
  expect(received).toMatchObject({
    from: { name: 'Global Challenge', address: 'no-reply@challenge.example.com' },
    to: [{ address: 'anna@example.com' }],
    subject: 'Één stap',
    text: 'Hallo\n',
    html: '<p>Hallo</p>\n',
    date: '2026-11-21T11:00:00.000Z',
  });
  expect(received.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

it('uses the platform’s name as the sender if only an address is configured', async () => {
  const [bare, { address }] = ['a@example.com', { address: 'cleo@example.com' }];
  const named = { ...mail, to: address, senderName: 'En route' };
  await smtpMailer(mailbox.url, bare).send(named, now);
  expect((await mailbox.mailTo(address)).from).toEqual({ name: 'En route', address: bare });
  await smtpMailer(mailbox.url, from).send(named, now);
  expect((await mailbox.mailTo(address, 2)).from).toMatchObject({ name: 'Global Challenge' });
});

it('writes emails to the outbox folder if there is no mail server, in order and readable only by the owner', async () => {
  const outbox = join(folder, 'outbox');
  const mailer = outboxMailer(outbox, from);
  await mailer.send({ ...mail, subject: 'second' }, now.add({ seconds: 1 }));
  await mailer.send({ ...mail, subject: 'first' }, now);
  const names = (await readdir(outbox)).sort();
  const subjects = names.map(async (name) => (await readMail(await readFile(join(outbox, name)))).subject);
  expect(await Promise.all(subjects)).toEqual(['first', 'second']);
  expect(names[0]).toMatch(/^2026-11-21T11-00-00-000Z-\w+\.eml$/);
  expect((await stat(join(outbox, names[0] ?? ''))).mode & 0o077).toBe(0);
});

it('never lets a text inject headers or recipients', async () => {
  const breakOut = 'x\r\nBcc: eve@example.com\r\n\r\nand a body';
  await smtpMailer(mailbox.url, from).send({ ...mail, to: 'bert@example.com', subject: breakOut }, now);
  const received = await mailbox.mailTo('bert@example.com');
  expect(received.recipients).toEqual(['bert@example.com']);
  expect(received.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received.text).toBe('Hallo\n');
  for (const to of ['bert@example.com, eve@example.com', 'bert@example.com\r\nRCPT TO:<eve@example.com>'])
    await smtpMailer(mailbox.url, from)
      .send({ ...mail, to }, now)
      .catch(() => undefined);
  expect(mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com');
});

it('reports failures without the recipient’s address', async () => {
  const { port } = new URL(mailbox.url);
  await mailbox.goDown();
  const sent = smtpMailer(mailbox.url, from).send(mail, now);
  await expect(sent).rejects.toThrow(/^the mail server rejected an email: \w+$/);
  await expect(sent).rejects.not.toThrow(new RegExp(`anna|${port}`));
  await mailbox.comeBack();
});

it('escapes all texts in an email', () => {
  const attack = `"><img src=x onerror=alert(1)>'&`;
  const letter: Letter = {
    platformName: attack,
    accent: undefined,
    language: 'en',
    subject: attack,
    title: attack,
    paragraphs: [attack],
    button: { label: attack, url: `https://challenge.example.com/${attack}` },
    clearLink: attack,
    below: [attack],
  };
  const { html: made, text } = mailOf(letter, 'anna@example.com');
  expect(made).not.toContain('<img');
  expect(made.match(/&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt;&#39;&amp;/g)).toHaveLength(10);
  expect(text).toContain(attack);
});
