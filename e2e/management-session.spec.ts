import { expect, expectGoodPage, managed, password, signInSilently, takePicture, test } from './fixtures.ts';

const t = (key: string) => managed('fr', key);

test('an organiser whose session expires while typing signs in again, and the text is saved', async ({
  page,
  context,
  refusals,
}) => {
  // Calls without a session return 401, and so does a wrong password.
  refusals.add(401);
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/faq-libraries/create');
  await page
    .getByRole('textbox', { name: t('resources.faq-libraries.fields.name') })
    .fill('Questions de la session');
  await page.getByRole('tab', { name: 'Nederlands' }).click();
  await page
    .getByRole('textbox', { name: t('resources.faq-libraries.fields.name') })
    .fill('Vragen van de sessie');
  await context.clearCookies({ name: /^(?!locale)/ });
  await page.getByRole('button', { name: 'Enregistrer' }).click();

  const dialog = page.getByRole('dialog', { name: t('app.again.title') });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel(t('app.again.email'))).toHaveValue('organiser@example.com');
  await expectGoodPage(page);
  await takePicture(page, 'again');
  await page.keyboard.press('Escape');
  await dialog.getByLabel(t('app.again.password')).fill('not the password');
  await dialog.getByRole('button', { name: t('app.again.send') }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await dialog.getByLabel(t('app.again.password')).fill(password);
  await dialog.getByRole('button', { name: t('app.again.send') }).click();

  // The app has repeated the rejected save automatically.
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Questions de la session' })).toBeVisible();

  const address = './platform/api/management/faq-libraries';
  const all = (await (await page.request.get(address)).json())['hydra:member'];
  const made = all.filter(({ name }: { name: { fr: string } }) => name.fr === 'Questions de la session');
  expect(made).toMatchObject([{ name: { fr: 'Questions de la session', nl: 'Vragen van de sessie' } }]);
  const gone = await page.request.delete(`${address}/${made[0].id}?version=${made[0].version}`);
  expect(gone.status()).toBe(204);
});

test('the first tab continues after the organiser signs in again in another tab', async ({
  page,
  context,
  refusals,
}) => {
  refusals.add(401);
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/teams');
  const rows = page.getByRole('row');
  await expect(rows).not.toHaveCount(0);
  await context.clearCookies({ name: /^(?!locale)/ });
  await page.getByRole('columnheader').getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: t('app.again.title') });
  await expect(dialog).toBeVisible();
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dialog).toBeHidden();
  await expect(rows).not.toHaveCount(0);
});
