import type { Page } from '@playwright/test';
import { expect, goWithinManagement, managed, signInSilently, takePicture, test, text } from './fixtures.ts';

const t = (key: string) => managed('fr', key);
const label = (resource: string, field: string) => t(`resources.${resource}.fields.${field}`);

test.use({ locale: 'fr-BE' });

async function open(page: Page, path: string): Promise<void> {
  await goWithinManagement(page, `/dashboard/${path}`);
}

/** Signs an organiser in and opens the organisers' app. */
async function begin(page: Page): Promise<void> {
  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('/dashboard');
  await expect(page.getByRole('menuitem', { name: 'Participants' })).toBeVisible();
}

test('an organiser chooses a map from the gallery, previews it and renames it', async ({ page }) => {
  await begin(page);
  await open(page, 'progress-maps/create');
  await page.getByRole('button', { name: /Le long de la côte belge/ }).waitFor();
  await expect
    .poll(() =>
      page
        .locator('img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true);
  await takePicture(page, 'gallery');
  await page.getByRole('button', { name: /Le long de la côte belge/ }).click();
  await expect(page.getByText(/^Ajout effectué.*côte belge/)).toBeVisible();
  const phone = page.frameLocator(`iframe[title*="${t('resources.progress-maps.phone')}"]`);
  await expect(phone.getByRole('img', { name: /40/ })).toBeVisible();
  await expect(phone.getByText(/Oostende/).first()).toBeAttached();
  await page.getByRole('slider').focus();
  await page.getByRole('slider').press('End');
  await expect(phone.getByRole('img', { name: /100/ })).toBeVisible();
  await takePicture(page, 'preview');
  await page
    .getByRole('textbox', { name: label('progress-maps', 'name'), exact: true })
    .first()
    .fill('Notre côte');
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  await expect(page.getByRole('cell', { name: 'Notre côte' })).toBeVisible();
  await takePicture(page, 'maps');
});

test('an uploaded drawing becomes a map, with one of its lines as the route', async ({ page }) => {
  await begin(page);
  await open(page, 'progress-maps/create');
  await page.getByRole('tab', { name: t('resources.progress-maps.origins.file') }).click();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120"><script>alert(1)</script>
    <rect width="200" height="120" fill="#cfe3d4"/><path d="M0 90Q100 60 200 95V120H0z" fill="#8fb996"/>
    <path id="path-through" d="M10 80C60 20 120 110 190 30" fill="none" stroke="#555"/></svg>`;
  await page.setInputFiles('input[type=file]', {
    name: 'campus.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  });
  await page.getByRole('combobox', { name: t('resources.progress-maps.route') }).click();
  await page.getByRole('option', { name: /path-through/ }).click();
  await page
    .getByRole('textbox', { name: label('progress-maps', 'name'), exact: true })
    .first()
    .fill('Autour du campus');
  await page.getByRole('button', { name: /Ajouter/ }).click();
  await page.getByRole('textbox', { name: 'Nom', exact: true }).last().fill('Cantine');
  await page.getByRole('textbox', { name: 'Position (%)' }).fill('50');
  await takePicture(page, 'drawing');
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  const desk = page.frameLocator(`iframe[title*="${t('resources.progress-maps.desk')}"]`);
  await expect(desk.locator('.map-label', { hasText: 'Cantine' })).toBeVisible();
  await takePicture(page, 'drawn');
});

test('organisers import people from a table, and correct, move, deactivate and erase them', async ({
  page,
  refusals,
}) => {
  refusals.add(422);
  await begin(page);
  await open(page, 'people');
  await page.getByRole('link', { name: t('resources.people.import.title') }).click();
  await page.setInputFiles('input[type=file]', {
    name: 'collègues.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\u0003\u0004\u0000\u0000'),
  });
  await expect(page.getByText(t('resources.people.import.noTable'))).toBeVisible();
  const csv =
    'Prénom;Nom;Courriel;Équipe\r\nAda;Lovelace;ada@import.example;Les calculatrices\r\nSans;Adresse;;\r\n';
  await page.setInputFiles('input[type=file]', {
    name: 'gens.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv, 'latin1'),
  });
  await expect(page.getByText(/Ligne 3 · Sans Adresse/)).toBeVisible();
  await expect(page.getByText('Les calculatrices (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Créer l’équipe' }).click();
  await expect(page.getByText('Cette équipe sera créée')).toBeVisible();
  await expect(page.getByLabel(t('resources.people.import.createTeams'))).toBeChecked();
  await expect(page.getByText('1 personne peut être importée.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'ada@import.example' })).toBeVisible();
  await takePicture(page, 'import');
  await page.getByRole('button', { name: 'Importer 1 personne' }).click();
  await expect(page.getByText(/^Terminé/)).toBeVisible();
  // No mail server is configured.
  await expect(page.getByText('1 personne importée.')).toBeVisible();
  await expect(page.getByText(t('app.noMail'))).toBeVisible();
  await expect(page.getByText('1 personne peut être importée.')).toBeHidden();
  await takePicture(page, 'imported');
  await page.getByRole('link', { name: t('resources.people.import.toPeople') }).click();
  await page.getByRole('textbox', { name: /Rechercher/ }).fill('lovelace');
  await expect(page.getByRole('cell', { name: 'Les calculatrices' })).toBeVisible();
  await takePicture(page, 'people');
  await page.getByRole('cell', { name: 'Lovelace' }).click();
  await page
    .getByRole('textbox', { name: label('people', 'surname'), exact: true })
    .first()
    .fill('King');
  await page.getByRole('button', { name: t('resources.people.mail') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.people.mail') })
    .click();
  await expect(page.getByText(t('resources.people.mails.unsent'))).toBeVisible();
  await takePicture(page, 'person');
  await page.getByRole('button', { name: t('resources.people.deactivate'), exact: true }).click();
  await page.getByLabel(t('app.reason')).fill('Essai');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.people.deactivate') })
    .click();
  await expect(page.getByRole('button', { name: t('resources.people.reactivate') })).toBeVisible();
  await takePicture(page, 'deactivated');

  // The erasure requires typing the name.
  const erasure = (key: string) => t(`resources.people.erasure.${key}`);
  await page.getByRole('button', { name: erasure('title') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: erasure('reason') }).click();
  await page.getByRole('option', { name: erasure('reasons.mistake') }).click();
  await dialog.getByRole('textbox').last().fill('Ada');
  await dialog.getByRole('button', { name: erasure('erase') }).click();
  await expect(dialog.getByText(text('fr', 'validation', 'erasure.otherName'))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, 'erase-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await takePicture(page, 'erase');
  await dialog.getByRole('textbox').last().fill('Ada Lovelace');
  await dialog.getByRole('button', { name: erasure('erase') }).click();
  await expect(page.getByText('1 compte supprimé')).toBeVisible();
  await page.getByRole('textbox', { name: /Rechercher/ }).fill('lovelace');
  await expect(page.getByRole('cell', { name: 'Lovelace' })).toHaveCount(0);
});

test('an organiser adds a person, and makes that person the captain of a new team', async ({ page }) => {
  await begin(page);
  await open(page, 'people');
  await page.getByRole('link', { name: t('resources.people.page.create') }).click();
  const entry = { givenName: 'Grâce', surname: 'Évrard', email: 'grace@added.example' };
  for (const [field, value] of Object.entries(entry))
    await page.getByRole('textbox', { name: label('people', field), exact: true }).fill(value);
  await takePicture(page, 'new-person');
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  await page.getByRole('textbox', { name: /Rechercher/ }).fill('grace');
  await expect(page.getByRole('cell', { name: 'Évrard' })).toBeVisible();
  await open(page, 'teams');
  await page.getByRole('link', { name: t('resources.teams.page.create') }).click();
  await page.getByRole('textbox', { name: label('teams', 'name'), exact: true }).fill('Les compilatrices');
  await page.getByRole('combobox', { name: label('teams', 'captainId') }).fill('grace');
  await page.getByRole('option', { name: /Évrard/ }).click();
  await takePicture(page, 'new-team');
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  await page.getByRole('cell', { name: 'Les compilatrices' }).click();
  await expect(page.getByRole('link', { name: 'Grâce Évrard' })).toBeVisible();
  await takePicture(page, 'team');
});

test('an organiser creates and prints a guest code, and locks the teams', async ({ page }) => {
  await begin(page);
  await open(page, 'guest-codes/create');
  await page.getByLabel(label('guest-codes', 'code')).fill('AUTOMNE');
  await page.getByLabel(label('guest-codes', 'validUntil')).fill('2030-11-30T18:00');
  await page.getByLabel(label('guest-codes', 'maximumUses')).fill('50');
  await takePicture(page, 'guest-code');
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  await expect(page.getByRole('cell', { name: '0 / 50' })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('row', { name: /AUTOMNE/ })
    .getByRole('link', { name: t('resources.guest-codes.sheet') })
    .click();
  const sheet = await opened;
  await expect(sheet.getByText('AUTOMNE', { exact: true })).toBeVisible();
  await sheet.emulateMedia({ media: 'print' });
  await takePicture(sheet, 'sheet');
  expect(
    (await sheet.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g),
  ).toHaveLength(1);
  await sheet.close();
  await open(page, 'teams');
  await page.getByRole('button', { name: t('resources.teams.lock') }).click();
  await page.getByLabel(t('resources.teams.lockFrom')).fill('2026-11-21');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('resources.teams.lockSave') })
    .click();
  await expect(page.getByText(t('app.saved'))).toBeVisible();
  await takePicture(page, 'teams');
  // Unlocks teams for later tests.
  const lock = { data: { from: null, until: null } };
  expect((await page.request.put('/platform/api/management/team-lock', lock)).ok()).toBe(true);
});

test('resending invitations is not logged as an export', async ({ page }) => {
  await begin(page);
  const data = {
    givenName: 'Léa',
    surname: 'Invitée',
    email: 'lea@again.example',
    language: 'fr',
    invite: false,
  };
  expect((await page.request.post('/platform/api/management/people', { data })).status()).toBe(201);
  const { id } = await (await page.request.get('/platform/api/person_infos/me')).json();
  const log = `/platform/api/management/security-events?kind=data-exported&personId=${id}`;
  const exports = async () => (await (await page.request.get(log)).json())['hydra:totalItems'];
  const before = await exports();
  await open(page, 'people');
  await page.getByRole('button', { name: t('resources.people.inviteAgain') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(t('app.noMail'))).toBeVisible();
  await dialog.getByRole('button', { name: t('resources.people.inviteAgain') }).click();
  await expect(page.getByText(/n’(a|ont) pas pu être envoyées?/)).toBeVisible();
  expect(await exports()).toBe(before);
});

test('organisers cannot erase their own account', async ({ page }) => {
  await begin(page);
  const { id } = await (await page.request.get('/platform/api/person_infos/me')).json();
  await open(page, `people/${id}`);
  await expect(page.getByText(t('resources.people.erasure.ownAccount'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('resources.people.erasure.title') })).toHaveCount(0);
});
