import { expect, expectGoodPage, managed, signInSilently, takePicture, test, text } from './fixtures.ts';
import { visitor } from './social.ts';

const m = (key: string) => managed('nl', key);

// claim: analysts-statistics-only
test('an organiser appoints an analyst, who sees the statistics and nothing else', async ({
  page,
  browser,
}) => {
  const analyst = await visitor(browser, 'nl');
  await signInSilently(page, 'nl', 'organiser@example.com');
  await page.goto('./dashboard/people');
  await page.getByPlaceholder('Zoek').fill(analyst.somebody.email);
  await page.getByRole('cell', { name: analyst.somebody.email }).click();
  await page.getByRole('combobox', { name: m('resources.people.fields.role') }).click();
  await page.getByRole('option', { name: m('resources.people.roles.analyst') }).click();
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await expect(page.getByText(m('app.saved'))).toBeVisible();

  const theirs = analyst.page;
  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.goto('./dashboard');
  const picker = theirs.getByRole('combobox', { name: m('resources.statistics.challenge') });
  await expect(picker).toBeVisible();
  await takePicture(theirs, 'analyst-phone');
  await expectGoodPage(theirs);
  await theirs.setViewportSize({ width: 1280, height: 900 });
  await expect(theirs.getByRole('menuitem')).toHaveText([
    /^Statistieken$/,
    m('app.whoSeesWhat'),
    m('app.guide'),
  ]);
  await picker.click();
  await theirs.getByRole('option', { name: m('resources.statistics.all') }).click();
  await expect(picker).toHaveText(m('resources.statistics.all'));
  await takePicture(theirs, 'analyst-desk');
  await expectGoodPage(theirs);

  for (const address of ['people', 'inbox', 'activities', 'settings/1', 'works-council-pack', 'changes']) {
    await theirs.goto(`./dashboard/${address}`);
    await expect(theirs.getByText(m('app.notForYou'))).toBeVisible();
  }
  await theirs.goto('./who-sees-what');
  await expect(
    theirs.getByRole('heading', { name: text('nl', 'who-sees-what', 'rights.title') }),
  ).toBeVisible();
  await theirs.setViewportSize({ width: 390, height: 844 });
  await expectGoodPage(theirs);
  await takePicture(theirs, 'who-sees-what-roles');
});
