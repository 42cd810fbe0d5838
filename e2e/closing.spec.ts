import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectGoodPage, managed, signInSilently, takePicture, test, text } from './fixtures.ts';

const t = (key: string) => managed('en', `resources.challenges.${key}`);
const onPhone = { width: 390, height: 844 };
const onDesk = { width: 1280, height: 900 };

test('organisers open the results of the last challenge, and clone that challenge to create the next one', async ({
  page,
  refusals,
}) => {
  // The server rejects the wrong dates below.
  refusals.add(422);
  await signInSilently(page, 'en', 'organiser@example.com');
  await page.goto('/dashboard/challenges');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await takePicture(page, 'closing-list');
  await expectGoodPage(page);
  await page.setViewportSize(onPhone);
  await expect(page.getByText(t('states.running'))).toBeVisible();
  await takePicture(page, 'closing-list-phone');
  await page.setViewportSize(onDesk);

  // When the platform starts, it freezes the results that are due.
  await expect(async () => {
    await page.reload();
    await rows.last().click();
    await expect(page.getByText(/^SHA-256 [0-9a-f]{64}/)).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await takePicture(page, 'closing-edit');
  await expectGoodPage(page);
  const hash = (await page.locator('code').first().textContent()) ?? '';
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: t('downloadZip') }).click();
  const files = unzipSync(new Uint8Array(readFileSync(await (await downloading).path())));
  const file = files['results.json'] as Uint8Array;
  expect(createHash('sha256').update(file).digest('hex')).toBe(hash);
  expect(Object.keys(files)).toHaveLength(2 + 4 + 4);
  const uri = JSON.parse(strFromU8(file)).challenge.uri;
  await page.setViewportSize(onPhone);
  await takePicture(page, 'closing-edit-phone');
  await page.setViewportSize(onDesk);

  await page.getByRole('button', { name: t('clone') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('fields.name'), exact: true }).fill('Et encore');
  await dialog.getByLabel(t('fields.startsOn')).fill('2031-05-01');
  await takePicture(page, 'closing-clone');
  await dialog.getByRole('button', { name: t('cloneNow') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: t('fields.name'), exact: true })).toHaveValue('Et encore');
  await expect(page.getByText(t('states.coming'))).toBeVisible();
  await expect(page.getByText(t('hiddenText'))).toBeVisible();
  await takePicture(page, 'closing-cloned');
  await page.getByRole('button', { name: t('show'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('show') })
    .click();
  await expect(page.getByText(t('done.show'))).toBeVisible();
  await expect(page.getByText(t('hiddenText'))).toBeHidden();
  await expect(page.getByRole('button', { name: t('hide') })).toBeVisible();

  // If the end date is before the start date, its field shows an error.
  await page.getByLabel(t('fields.endsOn')).fill('2031-04-01');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(text('en', 'validation', 'challenge.endsBeforeStart'))).toBeVisible();
  await page.goto('/dashboard/challenges');
  await expect(rows).toHaveCount(5);

  // The task also appears in the app bar and on the page of background tasks.
  await page.getByRole('button', { name: 'Background tasks' }).click();
  await expect(
    page.getByRole('presentation').getByText(managed('en', 'resources.tasks.kinds.freeze-challenge')),
  ).toBeVisible();
  await takePicture(page, 'closing-tray');
  await page.getByRole('link', { name: managed('en', 'resources.tasks.all') }).click();
  // The rows: a heading, the task that froze the results, and the task that built the new challenge's boards.
  await expect(rows).toHaveCount(3);
  await expectGoodPage(page);
  await takePicture(page, 'closing-tasks');

  // Participants see the same hash next to the ranking.
  await page.goto(`/challenges/ranking/${uri}`);
  await page.getByText(text('en', 'challenges', 'results.proof')).click();
  await expect(page.getByText(hash)).toBeVisible();
  await expectGoodPage(page);
  await takePicture(page, 'closing-ranking');
  await page.setViewportSize(onPhone);
  await takePicture(page, 'closing-ranking-phone');

  // Restores the demo company's challenges for other tests.
  const address = '/platform/api/management/challenges';
  const all = (await (await page.request.get(address)).json())['hydra:member'];
  const { id, version } = all.find((one: { uri: string }) => one.uri === 'et-encore');
  expect((await page.request.delete(`${address}/${id}?version=${version}`)).status()).toBe(204);
});
