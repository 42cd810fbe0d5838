import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, managed, signInSilently, test } from './fixtures.ts';

const t = (key: string) => managed('fr', key);

/** Exports the list on the page, and returns the name and the bytes of the file. */
async function exported(page: Page) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('an exported list opens in a spreadsheet in the organiser’s language, and no cell runs as a formula', async ({
  page,
}) => {
  await signInSilently(page, 'fr', 'organiser@example.com');
  const address = './platform/api/management/faq-libraries';
  const formula = '=HYPERLINK("https://example.com";"été")';
  const made = await page.request.post(address, { data: { name: { en: '', fr: formula, nl: '@SUM(1)' } } });
  expect(made.status()).toBe(201);
  await page.goto('./dashboard/faq-libraries');
  const { name: file, bytes } = await exported(page);
  expect(file).toBe('Listes de questions.csv');
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head = '', ...rows] = bytes.subarray(3).toString('utf8').trim().split('\r\n');
  const name = t('resources.faq-libraries.fields.name');
  expect(head).toContain(`${name} (English);${name} (Français);${name} (Nederlands)`);
  const row = rows.find((one) => one.includes('HYPERLINK')) ?? '';
  expect(row).toContain(`"'${formula.replaceAll('"', '""')}"`);
  expect(row).toContain(`'@SUM(1)`);
  expect(rows.join('\n')).not.toMatch(/(^|;)"?[=+@-]/m);

  const { id, version } = await made.json();
  expect((await page.request.delete(`${address}/${id}?version=${version}`)).status()).toBe(204);
});

test('an export uses the same words as the app', async ({ page }) => {
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/challenges');
  const challenges = (await exported(page)).bytes.toString('utf8');
  for (const word of ['types.distance', 'states.coming', 'states.running'])
    expect(challenges).toContain(`;${t(`resources.challenges.${word}`)};`);
});

test('activities and changes can be filtered by a person’s name', async ({ page }) => {
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/activities');
  await page.getByRole('button', { name: 'Ajouter un filtre' }).click();
  await page.getByRole('menuitemcheckbox', { name: t('resources.activities.fields.personId') }).click();
  const person = page.getByRole('combobox', { name: t('resources.activities.fields.personId') });
  await person.fill('N');
  await expect(page.getByRole('option')).toHaveCount(0);
  await person.fill('Nadia Be');
  await page.getByRole('option', { name: /Nadia Benali · organiser@example.com/ }).click();
  const names = page.getByRole('row').locator('td:nth-child(2)');
  await expect(async () => {
    expect(new Set(await names.allInnerTexts())).toEqual(new Set(['Nadia Benali']));
  }).toPass();

  await page.goto('./dashboard/changes');
  await page.getByRole('button', { name: 'Ajouter un filtre' }).click();
  await page
    .getByRole('menuitemcheckbox', { name: t('resources.changes.fields.resource'), exact: true })
    .click();
  await page.getByRole('combobox', { name: t('resources.changes.fields.resource') }).click();
  await page.getByRole('option', { name: 'Défis' }).click();
  await expect(page.getByRole('cell', { name: /^Défi · / }).first()).toBeVisible();
});

test('on a phone, a list shows all its buttons, and offers to clear filters that match nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInSilently(page, 'fr', 'organiser@example.com');
  for (const [list, words] of [
    ['people', t('resources.people.import.title')],
    ['sports', 'Exporter'],
    ['teams', t('resources.teams.lock')],
  ] as const) {
    await page.goto(`./dashboard/${list}`);
    await expect(
      page.getByRole('button', { name: words }).or(page.getByRole('link', { name: words })),
    ).toBeVisible();
    const ends = await page
      .locator('.RaList-main')
      .locator('button, a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(390 - 8);
  }
  await page.getByPlaceholder('Rechercher').fill('Nobody at all');
  await expect(page.getByText(t('ra.navigation.no_filtered_results'))).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page.getByText('Pause Café Express')).toBeVisible();
});

test('the settings show the default colour until an organiser chooses one, and can restore the default', async ({
  page,
}) => {
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/settings/1');
  const own = page.getByText(t('app.colour.own').replace('%{colour}', '#c2410c'));
  const swatch = page.getByLabel(t('app.colour.choose'));
  await expect(own).toBeVisible();
  await expect(swatch).toHaveValue('#c2410c');
  await swatch.fill('#1f6f4a');
  const code = page.getByRole('textbox', { name: t('resources.settings.fields.companyColour') });
  await expect(code).toHaveValue('#1f6f4a');
  await page.getByRole('button', { name: t('app.colour.back') }).click();
  await expect(code).toHaveValue('');
  await expect(own).toBeVisible();
  await expect(swatch).toHaveValue('#c2410c');
});
