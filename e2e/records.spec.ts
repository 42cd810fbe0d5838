import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { fitFile } from '../server/testing/workout-files.ts';
import {
  arrive,
  expect,
  expectGoodPage,
  type Language,
  languageOf,
  takePicture,
  test,
  text,
} from './fixtures.ts';
import { day, moment, newToken, send } from './records.ts';
import { visitor } from './social.ts';

const words = (language: Language) => {
  const of = (key: string) => text(language, 'workouts', `records.${key}`);
  const list = (...sources: string[]) =>
    new Intl.ListFormat(language).format(sources.map((source) => of(`sources.${source}`)));
  return {
    of,
    ingest: (key: string) => text(language, 'ingest', `tokens.${key}`),
    sources: text(language, 'activities', 'card.records'),
    once: (...from: string[]) => of('receivedOnce').replace('{{sources}}', list(...from)),
    received: (from: string) => of('received').replace('{{sources}}', list(from)),
  };
};
const cards = (page: Page) => page.getByRole('article');
/** The card whose own amount is the given number of kilometres; a source record with this amount is not enough. */
const card = (page: Page, figure: RegExp) =>
  cards(page).filter({ has: page.locator('strong').filter({ hasText: figure }) });
const record = (page: Page, hasText: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText })
    .filter({ hasNot: page.getByRole('article') });

/** Yesterday morning's run, as a person's own app sends it. */
const run = {
  externalId: 'run',
  sport: 'running',
  startedAt: moment(1, 7),
  elapsedSeconds: 1800,
  metres: 5230,
  device: 'Galaxy Watch 7',
};

async function typeIn(page: Page, time: string): Promise<void> {
  const sports = await (await page.request.get('./platform/api/sports')).json();
  const sport = sports['hydra:member'].find(({ name }: { name: string }) => name === 'running')['@id'];
  const data = { performedAt: day(1), sport, amountType: 'time', time };
  expect((await page.request.post('./platform/api/activities', { data })).status()).toBe(201);
}

const language = languageOf(import.meta.filename);
const { of, ingest, sources, once, received } = words(language);

test(`one workout from two sources counts once, as its owner chooses (${language})`, async ({
  page,
  browser,
}) => {
  const somebody = await arrive(page, language);
  await test.step('the card shows its sources', async () => {
    await typeIn(page, '00:31:00');
    await send(page, await newToken(page), { workouts: [run] });
    await page.goto('./my-activities');
    await page.getByRole('button', { name: of('question.same') }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, /5[.,]23/)).toContainText(once('token', 'manual'));
    await expect(card(page, /5[.,]23/)).toContainText('Galaxy Watch 7');
    const menu = text(language, 'activities', 'card.menu');
    await expect(page.getByRole('button', { name: menu })).toHaveCount(0);
  });
  await test.step('its owner can make the manual entry count instead', async () => {
    await page.getByRole('button', { name: sources }).click();
    await expectGoodPage(page);
    await page.getByRole('button', { name: of('choose') }).click();
    // 31 minutes at 10 km per hour.
    await expect(card(page, /5[.,]17/)).toContainText(once('manual', 'token'));
    await page.getByRole('button', { name: of('choose') }).click();
    await expect(card(page, /5[.,]23/)).toHaveCount(1);
  });
  await test.step('its owner can exclude the workout, and count it again', async () => {
    await page.getByRole('button', { name: of('setOff') }).click();
    await expect(card(page, /0[.,]00/)).toContainText(of('off'));
    await expectGoodPage(page);
    await page.getByRole('button', { name: of('setOn') }).click();
    await expect(card(page, /5[.,]23/)).not.toContainText(of('off'));
  });
  await test.step('others see the activity, but not its sources', async () => {
    const me = await (await page.request.get('./platform/api/person_infos/me')).json();
    expect(me.givenName).toBe(somebody.givenName);
    const { page: other } = await visitor(browser, language);
    await other.goto(`./profile/${me.id}`);
    await expect(cards(other)).toContainText('Galaxy Watch 7');
    await expect(cards(other)).not.toContainText(once('token', 'manual'));
    await expect(other.getByRole('button', { name: sources })).toHaveCount(0);
  });
  await test.step('its owner can declare that the records are different workouts, so that both count', async () => {
    await record(page, of('sources.manual').slice(1))
      .getByRole('button', { name: of('separate') })
      .click();
    await expect(cards(page)).toHaveCount(2);
    await expect(card(page, /5[.,]17/)).toHaveCount(1);
    await expect(card(page, /5[.,]23/)).toContainText(received('token'));
  });
});

test(`on a phone, a possible duplicate waits until its owner answers with one tap (${language})`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page, language);
  // The watch's clock is one hour ahead.
  const buffer = fitFile([{ start: moment(1, 8), minutes: 30, sport: 'running', metres: 5250 }]);
  const file = { name: 'run.fit', mimeType: 'application/octet-stream', buffer };
  const saved = await page.request.post('./platform/api/workout_files?save=true', { multipart: { file } });
  expect(saved.status()).toBe(200);
  await send(page, await newToken(page), { workouts: [run] });
  await page.goto('./my-activities');
  await expect(cards(page)).toHaveCount(2);
  const question = page.getByRole('group', { name: of('question.title') });
  await expect(question).toContainText('Galaxy Watch 7');
  await expect(card(page, /0[.,]00/)).toContainText(of('waits'));
  await expect(card(page, /5[.,]25/)).not.toContainText(of('waits'));
  await card(page, /0[.,]00/)
    .getByRole('button', { name: sources })
    .click();
  await expect(page.getByText(of('waitsHint'))).toBeVisible();
  await expectGoodPage(page);
  await takePicture(page, 'waiting');
  await card(page, /0[.,]00/)
    .getByRole('button', { name: sources })
    .click();
  await question.getByRole('button', { name: of('question.same') }).click();
  await expect(question).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(once('file', 'token'));
});

test(`one answer is enough for an entry that may match either of two workouts (${language})`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page, language);
  const evening = { ...run, externalId: 'evening', startedAt: moment(1, 18), metres: 5110 };
  await send(page, await newToken(page), { workouts: [run, evening] });
  await typeIn(page, '00:30:00');
  await page.goto('./my-activities');
  const question = page.getByRole('group', { name: of('question.title') });
  await expect(question).toHaveCount(1);
  await expect(question).toContainText(of('question.which'));
  await expectGoodPage(page);
  await takePicture(page, 'which');
  await question
    .locator('div')
    .filter({ hasText: /5[.,]11/ })
    .last()
    .locator('..')
    .getByRole('button', { name: of('question.thisOne') })
    .click();
  await expect(question).toHaveCount(0);
  await expect(cards(page)).toHaveCount(2);
  await expect(card(page, /5[.,]11/)).toContainText(once('token', 'manual'));
});

test(`a phone is connected by a QR code, without typing a token (${language})`, async ({ page, browser }) => {
  const phoneText = (key: string) => text(language, 'ingest', `phone.${key}`);
  await arrive(page, language);
  await page.goto('./my-profile/settings');
  await page.getByRole('button', { name: phoneText('connect') }).click();
  const code = page.getByRole('img', { name: phoneText('picture') });
  await expect(code).toBeVisible();
  await expectGoodPage(page);
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const address = decodeQR({ width: info.width, height: info.height, data });

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: language });
  const phone = await context.newPage();
  await phone.goto(address);
  await expect(phone.getByRole('heading', { level: 1, name: phoneText('title') })).toBeVisible();
  await expect(phone.getByText(phoneText('works'))).toBeVisible();
  await expectGoodPage(phone);
  // Does what the app on the phone would do with the link of the button.
  const link = await phone.getByRole('link', { name: phoneText('workouts') }).getAttribute('href');
  const settings = new URL(link ?? '').searchParams;
  const [name = '', value = ''] = settings.get('headers')?.split(',') ?? [];
  const day2 = day(2);
  const sent = await phone.request.post(settings.get('url') ?? '', {
    headers: { [name]: value },
    data: {
      data: {
        workouts: [
          {
            ...{ id: 'from the phone', name: 'Outdoor Run', duration: 1800 },
            ...{ start: `${day2} 06:30:00 +0100`, end: `${day2} 07:00:00 +0100` },
            distance: { qty: 6.66, units: 'km' },
          },
        ],
      },
    },
  });
  expect((await sent.json()).workouts).toEqual([{ externalId: 'from the phone', outcome: 'new' }]);
  await page.goto('./my-activities');
  await expect(card(page, /6[.,]66/)).toBeVisible();

  await phone.goto(address.replace(/#gc_.{8}/, '#gc_guessed!'));
  await phone.reload();
  await expect(phone.getByText(phoneText('invalid'))).toBeVisible();
  await context.close();
});

test(`a personal token is shown once, lets an app send workouts, and can be revoked (${language})`, async ({
  page,
}) => {
  await arrive(page, language);
  await page.goto('./my-profile/settings');
  await page.getByRole('button', { name: ingest('new') }).click();
  await page.getByRole('button', { name: ingest('make') }).click();
  await expect(page.getByText(text(language, 'validation', 'value.required'))).toBeVisible();
  await page.getByLabel(ingest('name')).fill('My phone');
  await page.getByRole('button', { name: ingest('make') }).click();
  const field = page.getByLabel(ingest('secret'), { exact: true });
  await expect(field).toHaveValue(/^gc_/);
  await expectGoodPage(page);
  const token = await field.inputValue();
  await send(page, token, { workouts: [run], days: [{ date: day(2), steps: 12_000 }] });
  await page.getByRole('link', { name: ingest('recipes') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(language, 'ingest', 'screen.title'));
  await expect(page.getByText('My phone')).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(page.getByLabel(ingest('secret'), { exact: true })).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByRole('button', { name: ingest('revokeLabel').replace('{{name}}', 'My phone') }).click();
  await page
    .getByRole('group', { name: ingest('confirm') })
    .getByRole('button', { name: ingest('revoke') })
    .click();
  await expect(page.getByText('My phone')).toHaveCount(0);
  const headers = { authorization: `Bearer ${token}` };
  const refused = await page.request.post('./platform/api/ingest', { headers, data: { workouts: [run] } });
  expect(refused.status()).toBe(401);
  await page.goto('./my-activities');
  await expect(cards(page)).toHaveCount(2);
});
