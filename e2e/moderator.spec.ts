import { expect, expectGoodPage, managed, signInSilently, takePicture, test } from './fixtures.ts';
import { log, visitor } from './social.ts';

const m = (key: string) => managed('nl', key);

test('an organiser appoints a moderator, who can decide about a comment and can see nothing else', async ({
  page,
  browser,
}) => {
  const moderator = await visitor(browser, 'nl');
  await signInSilently(page, 'nl', 'organiser@example.com');
  await page.goto('./dashboard/people');
  await page.getByPlaceholder('Zoek').fill(moderator.somebody.email);
  await page.getByRole('cell', { name: moderator.somebody.email }).click();
  await page.getByRole('combobox', { name: m('resources.people.fields.role') }).click();
  await page.getByRole('option', { name: m('resources.people.roles.moderator') }).click();
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await expect(page.getByText(m('app.saved'))).toBeVisible();

  const author = await visitor(browser, 'nl');
  const reader = await visitor(browser, 'nl');
  const { uuid } = await log(reader.page);
  const content = `Wat een slak ${uuid.slice(0, 8)}`;
  const activity = (await (await author.page.request.get(`./platform/api/activities/${uuid}`)).json())['@id'];
  const comment = await author.page.request.post('./platform/api/activity_comments', {
    data: { content, activity },
  });
  await reader.page.request.post('./platform/api/activity_comment_flags', {
    data: { comment: (await comment.json())['@id'], reason: 'Onvriendelijk' },
  });

  const theirs = moderator.page;
  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.goto('./dashboard');
  await expect(theirs.getByText(content)).toBeVisible();
  await takePicture(theirs, 'moderator-phone');
  await expectGoodPage(theirs);
  await theirs.setViewportSize({ width: 1280, height: 900 });
  await expect(theirs.getByRole('menuitem')).toHaveText([
    new RegExp(`^\\d*${m('app.inbox.title')}$`),
    m('app.whoSeesWhat'),
    m('app.guide'),
  ]);
  const card = theirs.getByRole('listitem').filter({ hasText: content });
  await card.getByRole('button', { name: m('app.inbox.do.hide') }).click();
  await card.getByLabel(m('app.reason')).fill('Zo spreken we niet');
  await card.getByRole('button', { name: m('app.inbox.do.hide') }).click();
  await expect(card).toBeHidden();
  await takePicture(theirs, 'moderator-desk');

  for (const address of ['people', 'people-import', 'settings/1', 'statistics', 'changes']) {
    await theirs.goto(`./dashboard/${address}`);
    await expect(theirs.getByText(m('app.notForYou'))).toBeVisible();
  }
  await takePicture(theirs, 'moderator-denied');
  await expectGoodPage(theirs);
});
