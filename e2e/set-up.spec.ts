import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { Temporal } from 'temporal-polyfill';
import { emptyDatabase } from './engine.ts';
import { createFirstOrganiser } from './first-organiser.ts';
import {
  expect,
  expectGoodPage,
  goWithinManagement,
  managed,
  password,
  signIn,
  takePicture,
  test,
  text,
  waitUntilIdle,
} from './fixtures.ts';
import { startServer } from './server.ts';

const m = (key: string) => managed('fr', key);
const field = (resource: string, name: string) => m(`resources.${resource}.fields.${name}`);
const t = (namespace: string, key: string) => text('fr', namespace, key);
const daysAgo = (days: number) => Temporal.Now.plainDateISO('Europe/Brussels').subtract({ days }).toString();

let picture = 0;
/** Takes a screenshot of the current step at desktop width. */
async function checkPage(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  picture += 1;
  const number = String(picture).padStart(2, '0');
  await takePicture(page, `${number}-${name}`);
}

/** Saves the form on a page of the organisers' app. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
}

/** Signs up a new person with the guest code, in a separate browser. */
async function signUp(browser: Browser, address: string, givenName: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'fr-BE', baseURL: address });
  const page = await context.newPage();
  await page.request.get(`${address}/global-challenge-language-switch?locale=fr`);
  await page.goto(`${address}/sign-up?guest-code=bienvenue`);
  const input = (key: string) => page.getByLabel(t('accounts', `signUp.${key}`), { exact: true });
  await expect(input('guestCode')).toHaveValue('bienvenue');
  await input('givenName').fill(givenName);
  await input('surname').fill('Lambert');
  await input('email').fill(`${givenName.toLowerCase()}@example.com`);
  await input('password').fill(password);
  await page.getByRole('button', { name: t('accounts', 'signUp.send') }).click();
  await expect(page.getByText(t('accounts', 'signUp.done'))).toBeVisible();
  if (givenName === 'Claire') await checkPage(page, 'sign-up');
  await page.getByRole('link', { name: t('accounts', 'signUp.signIn') }).click();
  await signIn(page, `${givenName.toLowerCase()}@example.com`, 'fr');
  return page;
}

/** Logs a run on the day before yesterday. */
async function log(page: Page, address: string, time: string, info: string): Promise<void> {
  await page.goto(`${address}/my-activities/add`);
  await page.getByLabel(t('activities', 'form.performedAt')).fill(daysAgo(2));
  const sport = page.getByLabel(t('activities', 'form.sport'));
  await sport.selectOption({ label: 'Course à pied' });
  await page.getByLabel(t('activities', 'form.time')).fill(time);
  await page.getByLabel(t('activities', 'form.info')).fill(info);
  await page.getByRole('button', { name: t('activities', 'add.submit') }).click();
  await expect(page.getByText(t('activities', 'mine.added'))).toBeVisible();
}

test('organisers set up, manage and close a challenge entirely in the organisers’ app', async ({
  page,
  browser,
  refusals,
}) => {
  test.setTimeout(600_000);
  for (const status of [401, 403, 404]) refusals.add(status);
  const server = await startServer({ ...(await emptyDatabase()), DEMO: 'off' });
  const { address } = server;
  const open = (path: string) => goWithinManagement(page, `/dashboard/${path}`);

  await test.step('the first organiser uses the printed link', async () => {
    await createFirstOrganiser(page, server, 'fr');
    await checkPage(page, 'recovery-codes');
    await page.getByRole('link', { name: t('second-factor', 'codes.toManagement') }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Il reste/ })).toBeVisible();
    await checkPage(page, 'checklist');
    await expectGoodPage(page);
  });

  await test.step('the organiser sets the appearance, languages and features', async () => {
    await page.getByRole('link', { name: m('app.checklist.steps.look.do') }).click();
    await page.getByLabel(field('settings', 'companyColour')).fill('#0b5394');
    await page.getByRole('tab', { name: m('resources.settings.tabs.together') }).click();
    await page.getByLabel(field('settings', 'commentsEnabled')).check();
    await page.getByLabel(field('settings', 'likesEnabled')).check();
    await checkPage(page, 'settings');
    await save(page);
    await expect(page.getByText(m('app.saved'))).toBeVisible();
  });

  await test.step('the organiser adds a sport', async () => {
    await page.goto(`${address}/dashboard`);
    await page.getByRole('link', { name: m('app.checklist.steps.sports.do') }).click();
    await page.getByRole('button', { name: m('resources.sports.usual') }).click();
    await page.getByRole('checkbox', { name: /Course à pied/ }).check();
    await page.getByRole('checkbox', { name: /Yoga/ }).check();
    await checkPage(page, 'usual-sports');
    await page.getByRole('dialog').getByRole('button', { name: 'Ajouter', exact: true }).click();
    // The name and the type of the sport are the same in French.
    await expect(page.getByRole('cell', { name: 'Course à pied' })).toHaveCount(2);
    await open('sports/create');
    await page.getByRole('textbox', { name: field('sports', 'labels'), exact: true }).fill('Pétanque');
    await page.getByRole('combobox', { name: field('sports', 'type') }).click();
    await page.getByRole('option', { name: m('resources.sports.types.other') }).click();
    await page.getByLabel(field('sports', 'kmPerHour')).fill('65,5');
    await expect(page.getByText(/65,5/)).toBeVisible();
    await page.getByLabel(field('sports', 'kmPerHour')).fill('6.500');
    await save(page);
    await expect(page.getByText(m('app.number.unclear'))).toBeVisible();
    await page.getByLabel(field('sports', 'kmPerHour')).fill('6,5');
    await save(page);
    await expect(page.getByRole('cell', { name: /^6,5\skm$/ })).toBeVisible();
    await checkPage(page, 'sports');
  });

  await test.step('the organiser chooses a map from the gallery', async () => {
    await open('progress-maps/create');
    await page.getByRole('button', { name: /Le long de la côte belge/ }).click();
    await page
      .getByRole('textbox', { name: field('progress-maps', 'name'), exact: true })
      .first()
      .fill('Notre côte');
    await save(page);
    await expect(page.getByRole('cell', { name: 'Notre côte' })).toBeVisible();
    await checkPage(page, 'map');
  });

  await test.step('the organiser creates a challenge that ended yesterday', async () => {
    await open('challenges/create');
    await page.getByLabel(field('challenges', 'startsOn')).fill(daysAgo(10));
    await page.getByLabel(field('challenges', 'endsOn')).fill(daysAgo(1));
    await page.getByLabel(field('challenges', 'kilometers')).fill('100');
    await page.getByRole('combobox', { name: field('challenges', 'progressMapId') }).click();
    await page.getByRole('option', { name: 'Notre côte' }).click();
    await page.getByRole('textbox', { name: field('challenges', 'name'), exact: true }).fill('Tous ensemble');
    await checkPage(page, 'challenge');
    await save(page);
    const asked = page.getByRole('dialog', { name: m('resources.challenges.days.create') });
    await checkPage(page, 'challenge-over');
    await expect(asked).toContainText(
      m('resources.challenges.titleMissing').replace('%{languages}', 'English, Nederlands'),
    );
    await asked.getByRole('button', { name: m('resources.challenges.days.doCreate') }).click();
    await expect(page.getByRole('cell', { name: 'Tous ensemble' })).toBeVisible();
    await expect(page.getByText(m('resources.challenges.states.grace'))).toBeVisible();
  });

  await test.step('a guest code completes the set-up', async () => {
    await open('guest-codes/create');
    // All fields are optional.
    await save(page);
    await expect(page.getByRole('row')).toHaveCount(2);
    await open('guest-codes/create');
    await page.getByLabel(field('guest-codes', 'code')).fill('BIENVENUE');
    await save(page);
    await expect(page.getByRole('cell', { name: 'BIENVENUE', exact: true })).toBeVisible();
    await checkPage(page, 'guest-code');
    await page.goto(`${address}/dashboard`);
    await expect(
      page.getByRole('heading', { level: 1, name: m('app.checklist.readyButMail') }),
    ).toBeVisible();
    await checkPage(page, 'ready');
  });

  const [claire, bruno, diane] = [
    await signUp(browser, address, 'Claire'),
    await signUp(browser, address, 'Bruno'),
    await signUp(browser, address, 'Diane'),
  ];

  await test.step('three people take part', async () => {
    await log(claire, address, '01:00:00', 'Le long du canal');
    await log(bruno, address, '02:00:00', 'Au bois');
    await log(diane, address, '05:00:00', 'Une erreur de frappe');
    await claire.goto(`${address}/`);
    await expect(claire.getByRole('img', { name: /80/ })).toBeVisible();
    await checkPage(claire, 'participant');
  });

  await test.step('the organiser corrects an entry', async () => {
    await open('activities');
    await page.getByRole('cell', { name: /Diane/ }).first().click();
    await page.getByLabel(field('activities', 'time')).fill('00:30:00');
    await page.getByLabel(field('activities', 'reason')).fill('Une heure de trop, dit Diane');
    await checkPage(page, 'correction');
    await page.getByRole('button', { name: m('app.activity.correct') }).click();
    await expect(page.getByText(m('app.activity.corrected'))).toBeVisible();
    await diane.goto(`${address}/my-profile`);
    await expect(diane.getByText(/Une heure de trop/)).toBeVisible();
    await checkPage(diane, 'corrected');
  });

  await test.step('the organiser decides about a flagged comment', async () => {
    const activities = await (await bruno.request.get(`${address}/platform/api/activities`)).json();
    const activity = activities['hydra:member'].find(
      ({ info }: { info: string }) => info === 'Le long du canal',
    );
    const content = 'Toujours aussi lente';
    const data = { content, activity: activity['@id'] };
    const comment = await bruno.request.post(`${address}/platform/api/activity_comments`, { data });
    const flag = { comment: (await comment.json())['@id'], reason: 'Blessant' };
    await claire.request.post(`${address}/platform/api/activity_comment_flags`, { data: flag });
    await open('inbox');
    const card = page.getByRole('listitem').filter({ hasText: content });
    await checkPage(page, 'inbox');
    await card.getByRole('button', { name: m('app.inbox.do.hide') }).click();
    await card.getByLabel(m('app.reason')).fill('On reste aimable');
    await card.getByRole('button', { name: m('app.inbox.do.hide') }).click();
    await expect(card).toBeHidden();
  });

  await test.step('a mistyped last day opens a dialog that shows its effect on the counted activities', async () => {
    await open('challenges');
    await page.getByRole('cell', { name: 'Tous ensemble' }).click();
    // The list behind the form has a button with the same name as this field.
    await page.locator('input[name="endsOn"]').fill(daysAgo(9));
    await save(page);
    const asked = page.getByRole('dialog', { name: m('resources.challenges.days.change') });
    await expect(asked).toContainText(
      m('resources.challenges.days.counted').replace('%{next}', '0').replace('%{now}', '3'),
    );
    await expect(asked).toContainText(m('resources.challenges.days.freezes').replace('%{moment}.', ''));
    await checkPage(page, 'days-asked');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectGoodPage(page);
    await checkPage(page, 'days-asked-phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await asked.getByRole('button', { name: 'Annuler' }).click();
    await expect(asked).toBeHidden();
    await page.getByLabel(field('challenges', 'endsOn')).fill(daysAgo(1));
    await page.getByLabel(field('challenges', 'kilometers')).fill('120');
    await save(page);
    await expect(page.getByText(m('app.saved'))).toBeVisible();
  });

  await test.step('the organiser closes the challenge and downloads its results', async () => {
    await open('challenges');
    await page.getByRole('cell', { name: 'Tous ensemble' }).click();
    await page.getByRole('button', { name: m('resources.challenges.freeze') }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
    // The page updates automatically when the task is done.
    await expect(page.getByText(m('resources.challenges.done.freeze'), { exact: true })).toBeVisible();
    await expect(page.getByText(/^SHA-256 [0-9a-f]{64}/)).toBeVisible();
    await expect(page.getByRole('button', { name: m('resources.challenges.freeze') })).toBeHidden();
    await expect(page.getByLabel(field('challenges', 'startsOn'))).toBeDisabled();
    await checkPage(page, 'closed');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: m('resources.challenges.downloadZip') }).click();
    const files = unzipSync(new Uint8Array(readFileSync(await (await downloading).path())));
    const people = Object.entries(files).find(([name]) => name.endsWith('.csv'));
    const csv = strFromU8(people?.[1] ?? new Uint8Array());
    expect(csv).toMatch(/Bruno[\s\S]*Claire[\s\S]*Diane/);
    await page.getByRole('button', { name: m('resources.challenges.reopen') }).click();
    const reason = page.getByRole('dialog').getByLabel(m('app.reason'));
    await reason.fill('Diane était malade');
    await checkPage(page, 'reopen');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m('resources.challenges.reopen') })
      .click();
    await expect(page.getByLabel(field('challenges', 'startsOn'))).toBeEnabled();
    await expect(page.getByText(m('resources.challenges.states.grace'))).toBeVisible();
    await open('changes');
    await expect(page.getByRole('row', { name: m('app.actions.reopen') })).toBeVisible();
    await checkPage(page, 'change-log');
  });

  for (const one of [claire, bruno, diane]) await one.context().close();
  await waitUntilIdle(page);
  await page.goto('about:blank');
  await server.end('SIGTERM');
});
