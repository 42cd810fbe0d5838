import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as configs from '../../../contract/configs.ts';
import * as checklist from '../../../contract/managed/checklist.ts';
import * as mails from '../../../contract/managed/mails.ts';
import { settings } from '../../../contract/managed/settings.ts';
import * as secondFactor from '../../../contract/second-factor.ts';
import { smtpMailer } from '../../kit/mail.ts';
import { startMailbox, startMailing } from '../../testing/mailbox.ts';
import { newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<TestApp['organiser']>>;
let folder: string;

const { password } = newPerson();

const name = 'R&D roule <3 «2026»';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-page-'));
  await writeFile(
    join(folder, 'index.html'),
    await readFile(new URL('../../../web/index.html', import.meta.url)),
  );
  app = await testApp({ appFolders: { web: folder, management: folder } });
  organiser = await app.organiser();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const params = { id: 1 };
const read = () => organiser.call(settings.one, { params });
const call = async (platformName: string) =>
  organiser.call(settings.replace, { params, body: { ...(await read()), platformName } });
const looksDone = async () =>
  (await organiser.call(checklist.read, {})).steps.find(({ step }) => step === 'look')?.isDone;
const page = async () =>
  (await app.browser().send({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).body;

it('uses the product’s name until organisers set a platform name, which then appears in all pages, emails and apps', async () => {
  expect((await read()).platformName).toBe('Global Challenge');
  expect(await page()).toContain('<title>Global Challenge</title>');
  await call('Global Challenge');
  expect(await looksDone()).toBe(false);

  await call(name);
  expect(await looksDone()).toBe(true);
  const { 'hydra:member': members } = await app.browser().call(configs.list, {});
  expect(members).toContainEqual(expect.objectContaining({ id: 'platformName', value: name }));
  const escaped = 'R&amp;D roule &lt;3 «2026»';
  expect(await page()).toContain(`<title>${escaped}</title>`);
  expect(await page()).toContain(`<meta name="application-name" content="${escaped}" />`);

  const { address } = await organiser.call(secondFactor.begin, { body: { password } });
  expect(new URL(address).searchParams.get('issuer')).toBe(name);
});

it('uses the platform’s name, escaped, as the default sender name of emails', async () => {
  await call(name);
  const mailbox = await startMailbox();
  const mailing = await startMailing(app, smtpMailer(mailbox.url, 'no-reply@example.com'));
  await organiser.call(mails.sendTest, {});
  const mail = await mailbox.mailTo(organiser.email);
  expect(mail).toMatchObject({
    from: { name, address: 'no-reply@example.com' },
    subject: `Test email from ${name}`,
  });
  expect(mail.html).toContain('R&amp;D roule &lt;3');
  expect(mail.html).not.toContain('<3');
  await mailing.stop();
  await mailbox.goDown();
});

it('limits the platform’s name to one line of 60 characters', async () => {
  const body = await read();
  for (const platformName of ['', '  ', 'x'.repeat(61), 'a\nBcc: eve@example.com', null])
    expect(
      await organiser.refused(settings.replace, { params, body: { ...body, platformName } as never }),
    ).toMatchObject({ status: 422, violations: [{ propertyPath: 'platformName' }] });
  expect((await call(`  ${'x'.repeat(60)} `)).platformName).toHaveLength(60);
});
