import { expect, expectGoodPage, takePicture, test, text } from './fixtures.ts';

const named = (key: string) => text('fr', 'layout', key);

test('a visitor opens the privacy notice from the sign-up page, on a phone and on a desktop', async ({
  page,
}) => {
  await page.request.get('./global-challenge-language-switch?locale=fr');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./sign-up');
  await expectGoodPage(page);
  await takePicture(page, 'sign-up-phone');
  await page
    .getByRole('link', { name: named('footer.privacy') })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Données traitées et finalités' })).toBeVisible();
  await takePicture(page, 'privacy-phone');
  await expectGoodPage(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await takePicture(page, 'privacy-desk');
  await expectGoodPage(page);
});
