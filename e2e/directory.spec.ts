import { expect, managed, signInSilently, test } from './fixtures.ts';

const t = (key: string, language: 'en' | 'nl' = 'en') =>
  managed(language, `resources.provisioned-groups.${key}`);

test('an organiser creates a token for the company’s directory, and gives a role to a group from that directory', async ({
  page,
}) => {
  await signInSilently(page, 'en', 'organiser@example.com');
  await page.goto('./dashboard/provisioned-groups');
  await page.getByRole('button', { name: t('tokens.create') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('tokens.name')).fill('Entra ID 2026');
  await dialog.getByRole('button', { name: t('tokens.create') }).click();
  const token = await page.getByText(/^gcp_/).textContent();
  const address = await page.getByText(/\/platform\/scim\/v2$/).textContent();
  const directory = { headers: { authorization: `Bearer ${token}` } };
  const created = await page.request.post(`${address}/Users`, {
    ...directory,
    data: { userName: 'new@corp.example', name: { givenName: 'Nora', familyName: 'Claes' } },
  });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  const data = { displayName: 'Stewards', members: [{ value: id }] };
  expect((await page.request.post(`${address}/Groups`, { ...directory, data })).status()).toBe(201);
  await page.getByRole('button', { name: t('tokens.copied') }).click();
  await page.reload();
  await expect(page.getByText(token ?? '')).toHaveCount(0);
  await page.getByRole('cell', { name: 'Stewards' }).click();
  await page.getByRole('combobox', { name: t('fields.role') }).click();
  await page.getByRole('option', { name: t('roles.moderator') }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: t('roles.moderator') })).toBeVisible();

  await page.goto(`./dashboard/people/${id}`);
  await expect(page.getByText(managed('en', 'resources.people.provisioned'))).toBeVisible();
  await expect(page.getByLabel(managed('en', 'resources.people.fields.email'))).toHaveAttribute(
    'readonly',
    '',
  );

  await page.goto('./dashboard/provisioned-groups');
  await page.getByRole('listitem').filter({ hasText: 'Entra ID 2026' }).getByRole('button').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tokens.revoke') })
    .click();
  await expect(page.getByText(t('tokens.none'))).toBeVisible();
  expect((await page.request.get(`${address}/Users`, directory)).status()).toBe(401);
});
