import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { fitFile, gpxFile, gzip, tcxFile, zip } from '../server/testing/workout-files.ts';
import {
  arrive,
  expect,
  expectGoodPage,
  type Language,
  languageOf,
  takePicture,
  test,
  text,
  unfold,
} from './fixtures.ts';

const type = 'application/octet-stream';
const yesterday = Temporal.Now.zonedDateTimeISO('Europe/Brussels').subtract({ days: 1 }).toPlainDate();
/** Yesterday at the given hour in Brussels. */
const at = (hour: number) =>
  yesterday.toZonedDateTime({ timeZone: 'Europe/Brussels', plainTime: { hour } }).toInstant().toString();

const run = () => fitFile([{ start: at(7), minutes: 30, sport: 'running', metres: 6000 }]);
const ride = () => tcxFile({ start: at(9), minutes: 40 });
const walk = () => gpxFile({ start: at(12), minutes: 20 }, { type: '' });

const words = (language: Language) => {
  const of = (namespace: string, key: string) => text(language, namespace, key);
  return {
    choose: of('workouts', 'files.choose'),
    title: of('workouts', 'files.title'),
    save: (count: number) =>
      of('workouts', `files.save_${count === 1 ? 'one' : 'other'}`).replace('{{count}}', String(count)),
    refusal: (reason: string) => of('validation', `file.${reason}`),
    of,
  };
};

async function choose(page: Page, label: string, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: label }).click();
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: type })));
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

const language = languageOf(import.meta.filename);
test(`a person imports each workout from files once, and sees the problems with unusable files (${language})`, async ({
  page,
  refusals,
}) => {
  const { choose: label, title, save, refusal, of } = words(language);
  refusals.add(422);
  await arrive(page, language);
  await page.goto('./my-activities/add');
  await unfold(page, title);

  await test.step('the form previews several files, and says why others cannot be used', async () => {
    await choose(page, label, [
      { name: 'run.fit', buffer: run() },
      { name: 'ride.tcx', buffer: ride() },
      { name: 'photo.fit', buffer: Buffer.from('a photo') },
      { name: 'plan.gpx', buffer: gpxFile({ start: at(7), minutes: 5 }, { untimed: true }) },
      { name: 'settings.fit', buffer: fitFile([], { type: 'settings' }) },
      { name: 'tomorrow.gpx', buffer: gpxFile({ start: '2199-01-01T08:00:00Z', minutes: 5 }) },
      { name: 'film.fit', buffer: Buffer.alloc(20 * 1024 * 1024 + 1) },
    ]);
    await expect(card(page, 'run.fit')).toContainText(/6[.,]00/);
    await expect(card(page, 'run.fit')).toContainText('30 min');
    await expect(card(page, 'ride.tcx')).toContainText(/8[.,]00/);
    const reasons = {
      'photo.fit': 'broken',
      'plan.gpx': 'noTimes',
      'settings.fit': 'noActivity',
      'tomorrow.gpx': 'inFuture',
      'film.fit': 'tooLarge',
    };
    for (const [name, reason] of Object.entries(reasons))
      await expect(card(page, name)).toContainText(refusal(reason));
    await expect(page.getByRole('button', { name: save(2) })).toBeVisible();
    await expectGoodPage(page);
    await page
      .getByRole('button', { name: of('workouts', 'files.remove').replace('{{name}}', 'photo.fit') })
      .click();
    await expect(card(page, 'photo.fit')).toHaveCount(0);
  });

  await test.step('the form accepts a dropped file, and asks for the missing sport', async () => {
    const dropped = await page.evaluateHandle(
      ([bytes, name]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], name));
        return transfer;
      },
      [[...walk()], 'walk.gpx'] as const,
    );
    const zone = page.getByText(of('workouts', 'files.drop'));
    await zone.dispatchEvent('dragenter', { dataTransfer: dropped });
    await expect(page.getByText(of('workouts', 'files.dropNow'))).toBeVisible();
    await page.getByText(of('workouts', 'files.dropNow')).dispatchEvent('drop', { dataTransfer: dropped });
    const sport = card(page, 'walk.gpx').getByLabel(of('workouts', 'files.sport'));
    await expect(page.getByRole('button', { name: save(2) })).toBeVisible();
    await sport.selectOption({ index: 1 });
    await expect(page.getByRole('button', { name: save(3) })).toBeVisible();
  });

  await test.step('the form saves the chosen workouts', async () => {
    await card(page, 'ride.tcx').getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: save(2) }).click();
    await expect(page.getByText(of('workouts', 'files.saved'), { exact: true })).toHaveCount(2);
    await expectGoodPage(page);
    await expect(card(page, 'ride.tcx').getByRole('checkbox')).not.toBeChecked();
    await expect(page.getByRole('button', { name: save(0) })).toHaveCount(0);
    await page.getByRole('link', { name: of('workouts', 'files.toActivities') }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('article').filter({ hasText: /6[.,]00/ })).toHaveCount(1);
  });

  await test.step('the form recognises a file that was imported before, and changes nothing', async () => {
    await page.goto('./my-activities/add');
    await unfold(page, title);
    await choose(page, label, [{ name: 'the same.fit', buffer: run() }]);
    await expect(card(page, 'the same.fit')).toContainText(refusal('known'));
    await page.goto('./my-activities');
    await expect(page.getByRole('article')).toHaveCount(2);
  });
});

/** An export of all data from Strava: a drive, recorded twice, and a walk long ago that was typed in. */
const everything = () => {
  const drive = { start: at(17), minutes: 20, step: 1500 };
  return zip({
    'activities.csv': Buffer.from(
      `ID,Date,Name,Type,Description,Elapsed Time,Distance,Filename\n1,${at(17)},To work,Run,,,,activities/1.gpx.gz
2,"Mar 1, 2019, 5:30:00 PM",Old walk,Walk,,3600,"5,00",`,
    ),
    'activities/1.gpx.gz': gzip(gpxFile(drive)),
    'copy.tcx': tcxFile({ ...drive, minutes: 21 }, { sport: 'Running' }),
  });
};

test(`a person imports the export of a service, and learns what will not count (${language})`, async ({
  page,
}) => {
  const { choose: label, title, save, of } = words(language);
  await arrive(page, language);
  await page.goto('./my-activities/add');
  await unfold(page, title);
  await choose(page, label, [{ name: 'strava.zip', buffer: everything() }]);
  const rows = card(page, 'strava.zip').getByRole('listitem');
  await expect(rows.nth(0)).toContainText(of('workouts', 'files.motorSpeed'));
  await expect(rows.nth(0).getByRole('checkbox')).not.toBeChecked();
  await expect(rows.nth(1)).toContainText(of('workouts', 'files.repeated'));
  await expect(rows.nth(2)).toContainText(of('challenges', 'outside'));
  await expect(page.getByRole('button', { name: save(1) })).toBeVisible();
  await expectGoodPage(page);
  await takePicture(page, 'preview');
  await rows.nth(0).getByRole('checkbox').check();
  await page.getByRole('button', { name: save(2) }).click();
  await expect(rows.nth(0)).toContainText(of('workouts', 'files.motorSpeedSaved'));
  await page.getByRole('link', { name: of('workouts', 'files.toActivities') }).click();
  await expect(
    page.getByRole('article').filter({ hasText: of('activities', 'card.motorSpeed') }),
  ).toHaveCount(1);
  await page.goto('./my-activities/add');
  await page.getByLabel(of('activities', 'form.performedAt')).fill('2019-03-01');
  await expect(page.getByText(of('challenges', 'outside'))).toBeVisible();
});

test('a person can retry a file that failed to upload', async ({ page, refusals }) => {
  const { choose: label, title, save, of } = words('nl');
  refusals.add('offline');
  await arrive(page, 'nl');
  await page.goto('./my-activities/add');
  await unfold(page, title);
  await expect(page.getByRole('button', { name: label })).toBeVisible();
  await page.context().setOffline(true);
  await choose(page, label, [{ name: 'run.fit', buffer: run() }]);
  await expect(card(page, 'run.fit')).toContainText(of('common', 'offline'));
  await page.context().setOffline(false);
  await card(page, 'run.fit')
    .getByRole('button', { name: of('workouts', 'files.tryAgain') })
    .click();
  await expect(page.getByRole('button', { name: save(1) })).toBeVisible();
});
