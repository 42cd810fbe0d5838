import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { demoDatabase } from './engine.ts';
import {
  expect,
  expectGoodOnEveryScreen,
  languageOf,
  managed,
  password,
  test,
  waitUntilIdle,
} from './fixtures.ts';
import { startServer } from './server.ts';

/** Starts a mail server that rejects every email while `state.refuses` is true. */
async function refusingMailServer() {
  const state = { refuses: true };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(
        state.refuses ? Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }) : undefined,
      ),
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => done());
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { state, host: `127.0.0.1:${port}`, close: () => new Promise<void>((done) => server.close(done)) };
}

const language = languageOf(import.meta.filename);

/** Invites a person whose email fails. Expects the overview to warn about failed emails and a missing job process. */
async function expectWarnings(page: Page, address: string): Promise<void> {
  const data = { givenName: 'Nadia', surname: 'Claes', email: 'nadia@nowhere.example', language };
  expect((await page.request.post(`${address}/platform/api/management/people`, { data })).status()).toBe(201);
  const failed = `${address}/platform/api/management/mails?state=failed&kind=invite`;
  const amount = async () => (await (await page.request.get(failed)).json())['hydra:totalItems'];
  await expect.poll(amount).toBe(1);
  // The server reports a missing job process only after minutes, and has its own test for that: mock the response.
  await page.route('**/management/checklist', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), jobs: { seenAt: null, areGone: true } },
    });
  });
  await page.goto(`${address}/dashboard`);
  await expect(page.getByText(managed(language, 'app.desk.jobsNever'))).toBeVisible();
  const [one = ''] = managed(language, 'app.desk.failedInvitations').split(' |||| ');
  await expect(page.getByText(one.replace('%{smart_count}', '1'))).toBeVisible();
  await expectGoodOnEveryScreen(page, 'troubles');
  await page.getByRole('link', { name: managed(language, 'app.desk.seeMails') }).click();
  await expect(page.getByRole('cell', { name: 'nadia@nowhere.example' })).toBeVisible();
  await page.unroute('**/management/checklist');
}

test(`organisers see the state of emails and services, in ${language}`, async ({ page }) => {
  const m = (key: string) => managed(language, key);
  const t = (key: string) => m(`resources.mails.${key}`);
  const mails = await refusingMailServer();
  const server = await startServer({
    ...(await demoDatabase({})),
    SMTP_URL: `smtp://somebody:secret@${mails.host}?ignoreTLS=true`,
  });
  const { address } = server;
  await page.goto(`${address}/`);
  const data = { username: 'organiser@example.com', password };
  expect((await page.request.post(`${address}/global-challenge-login`, { data })).status()).toBe(200);
  await page.request.get(`${address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${address}/dashboard`);

  const setUp = page.getByRole('button', { name: m('app.checklist.title') });
  // The list of waiting work above the button loads later and moves the button.
  await waitUntilIdle(page);
  await setUp.click();
  await page.getByRole('link', { name: m('app.checklist.steps.mail.do') }).click();
  await expect(page.getByText(mails.host)).toBeVisible();
  await expect(page.getByText('secret')).toHaveCount(0);
  await page.getByRole('button', { name: t('test') }).click();
  const row = page.getByRole('row').filter({ hasText: t('kinds.test') });
  await expect(row.getByText(t('states.failed'), { exact: true })).toBeVisible();
  await expect(row.getByText('550 5.1.1 no such mailbox')).toBeVisible();
  await expectGoodOnEveryScreen(page, 'failed');

  await expectWarnings(page, address);
  // Opens the list without the filter that the link had set.
  await page.goto(`${address}/dashboard/mails?filter=%7B%7D`);

  mails.state.refuses = false;
  await row.getByRole('button', { name: t('again') }).click();
  await expect(row.getByText(t('states.sent'), { exact: true })).toBeVisible();
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page.getByText(t('fields.subject'))).toBeVisible();
  await expectGoodOnEveryScreen(page, 'sent');
  await page.goto(`${address}/dashboard/changes`);
  await expect(page.getByText(m('app.actions.send again'))).toBeVisible();

  await page.goto(`${address}/dashboard`);
  await waitUntilIdle(page);
  await setUp.click();
  await page.getByRole('link', { name: m('app.checklist.steps.services.do') }).click();
  for (const name of ['Fitbit', 'Garmin', 'Polar', 'Strava'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText(m('resources.couplings.statuses.sandbox'), { exact: true })).toHaveCount(4);
  await expect(
    page.getByText(m('resources.couplings.fewer').replace('%{count}', '5'), { exact: true }).first(),
  ).toBeVisible();
  await expectGoodOnEveryScreen(page, 'services');

  await waitUntilIdle(page);
  await page.goto('about:blank');
  await server.end('SIGTERM');
  await mails.close();
});
