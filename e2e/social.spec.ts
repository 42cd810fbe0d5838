import type { Page } from '@playwright/test';
import { arrive, chooseFrom, expect, expectGoodPage, languageOf, test, text } from './fixtures.ts';
import { cardOf, log, secondBrowser, social, socialTexts, visitor } from './social.ts';

const language = languageOf(import.meta.filename);
const { likes, comments, activities, heart, names, opener, field, post, unwanted } = socialTexts(language);

// spec: state comment, text comment empty, text unwanted comment, rule comment, state form submitting
test(`a flagged comment is hidden from the flagger, and from everybody after three flags, in ${language}`, async ({
  page,
  browser,
}) => {
  // Four people sign up, and password hashing is deliberately slow.
  test.slow();
  await arrive(page, language);
  const { info, uuid, at } = await log(page);
  const author = await visitor(browser, language);
  await author.page.goto(at);
  await opener(author.page).click();
  await test.step('an empty comment is rejected', async () => {
    await field(author.page).fill('   ');
    await post(author.page).click();
    await expect(author.page.getByText(text(language, 'validation', 'comment.empty'))).toBeVisible();
  });
  await test.step('a comment is posted and counted', async () => {
    await field(author.page).fill('You are <b>slow</b>');
    await post(author.page).click();
    await expect(author.page.getByText('You are <b>slow</b>')).toBeVisible();
    await expect(field(author.page)).toHaveValue('');
    await expect(opener(author.page)).toHaveText('1');
  });
  await test.step('the activity’s owner flags it, with a reason', async () => {
    await page.goto('./my-activities');
    await opener(page).click();
    const comment = page.getByText('You are <b>slow</b>');
    await expect(comment).toBeVisible();
    await page.getByRole('button', { name: comments('flag.open') }).click();
    await page.getByRole('button', { name: comments('flag.cancel') }).click();
    await expect(page.getByRole('button', { name: comments('flag.open') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(comments('flag.reason'))).toBeFocused();
    await page.getByRole('button', { name: comments('flag.submit') }).click();
    await expect(page.getByText(text(language, 'validation', 'value.required'))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectGoodPage(page);
    await page.getByLabel(comments('flag.reason')).fill('Unkind');
    await page.getByRole('button', { name: comments('flag.submit') }).click();
    await expect(unwanted(page)).toBeFocused();
    await expect(comment).toBeHidden();
    await expectGoodPage(page);
    await page.reload();
    await opener(page).click();
    await expect(unwanted(page)).toBeVisible();
    expect(await (await page.request.get(`./platform/api/activities/${uuid}/comments`)).text()).not.toContain(
      'slow',
    );
  });
  await test.step('its author still sees the comment until two more people have flagged it', async () => {
    await author.page.reload();
    await opener(author.page).click();
    await expect(author.page.getByText('You are <b>slow</b>')).toBeVisible();
    const list = await (await page.request.get(`./platform/api/activities/${uuid}/comments`)).json();
    for (let count = 0; count < 2; count += 1) {
      const other = await visitor(browser, language);
      const data = { comment: list['hydra:member'][0]['@id'], reason: 'Unkind' };
      const answer = await other.page.request.post('./platform/api/activity_comment_flags', { data });
      expect(answer.status()).toBe(201);
      await other.page.context().close();
    }
    await author.page.reload();
    await opener(author.page).click();
    await expect(unwanted(author.page)).toBeVisible();
    await expect(author.page.getByText('You are <b>slow</b>')).toBeHidden();
  });
  await test.step('its author removes the comment', async () => {
    const remove = author.page.getByRole('button', { name: new RegExp(`^${comments('delete')}`) });
    await remove.click();
    await expect(author.page.getByText(comments('confirmDelete'))).toBeVisible();
    await author.page.getByRole('button', { name: comments('keep') }).click();
    await remove.click();
    await expectGoodPage(author.page);
    await remove.click();
    await expect(author.page.getByText(comments('removed'))).toBeFocused();
    await expect(cardOf(author.page, info).getByRole('button', { name: comments('first') })).toBeVisible();
  });
  await author.page.context().close();
});

// spec: state like toggle, role comment and like
test(`a person’s like from two browsers at the same moment counts once, and is withdrawn once, in ${language}`, async ({
  page,
  browser,
}) => {
  await arrive(page, language);
  const { uuid, at } = await log(page);
  const fan = await visitor(browser, language);
  const both = [fan.page, await secondBrowser(browser, fan.page)];
  for (const one of both) {
    await one.goto(at);
    await expect(heart(one)).toHaveAttribute('aria-pressed', 'false');
  }
  for (const liked of [true, false, true]) {
    await Promise.all(both.map((one) => heart(one).click()));
    for (const one of both) {
      await expect(heart(one)).toHaveAttribute('aria-pressed', String(liked));
      await expect(heart(one)).toHaveAttribute('aria-busy', 'false');
      if (liked) await expect(names(one)).toHaveText('1');
      else await expect(names(one)).toBeHidden();
    }
    expect(await social(fan.page, uuid)).toMatchObject({ likes: Number(liked), mine: liked });
  }
  await page.goto('./my-activities');
  await heart(page).click();
  await expect(names(page)).toHaveText('2');
  await names(page).click();
  const list = page.getByRole('region', { name: likes('title') });
  await expect(list.getByRole('link')).toHaveCount(2);
  const nameOfFan = `${fan.somebody.givenName} ${fan.somebody.surname}`;
  await expect(list.getByRole('link').last()).toHaveText(nameOfFan);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodPage(page);
  await list.getByRole('link', { name: nameOfFan }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOfFan);
  for (const one of both) await one.context().close();
});

// spec: state activity card, text activity removed, text silent restore
test(`every action on a deleted activity says that the activity was deleted, in ${language}`, async ({
  page,
  browser,
  refusals,
}) => {
  refusals.add(404);
  await arrive(page, language);
  const [edited, liked] = [await log(page), await log(page)];
  const fan = await visitor(browser, language);
  const talker = await visitor(browser, language);
  await fan.page.goto(liked.at);
  await talker.page.goto(liked.at);
  const target = cardOf(talker.page, liked.info);
  await target.getByRole('button', { name: comments('first') }).click();
  await field(talker.page).fill('Well done!');
  await page.goto(`./my-activities/edit/${edited.uuid}`);
  await expect(page.getByLabel(activities('form.steps'))).toHaveValue('1000');

  const elsewhere = await secondBrowser(browser, page);
  await elsewhere.goto('./my-activities');
  for (const { info } of [edited, liked]) {
    const card = cardOf(elsewhere, info);
    await chooseFrom(card, language, 'delete');
    await card.getByRole('button', { name: activities('card.delete') }).click();
  }
  await expect(elsewhere.getByText(activities('card.removed'))).toHaveCount(2);

  await test.step('editing shows an error, and no kilometres are counted', async () => {
    await page.getByRole('button', { name: activities('edit.submit') }).click();
    await expect(page.getByRole('alert')).toContainText(text(language, 'problems', 'notFound.detail'));
    const me = await (await page.request.get('./platform/api/person_infos/me')).json();
    expect(me.kilometers).toBe(0);
  });
  await test.step('liking shows that the activity was deleted', async () => {
    await heart(fan.page).last().click();
    await expect(fan.page.getByText(activities('card.removed'))).toBeVisible();
  });
  await test.step('commenting shows an error and keeps the text', async () => {
    await post(talker.page).click();
    await expect(talker.page.getByRole('alert')).toContainText(
      text(language, 'validation', 'activity.unknown'),
    );
    await expect(field(talker.page)).toHaveValue('Well done!');
  });
  for (const one of [elsewhere, fan.page, talker.page]) await one.context().close();
});

// spec: text silent restore
test(`a failed like, flag or deletion is undone without showing an error, in ${language}`, async ({
  page,
  browser,
  refusals,
}) => {
  refusals.add('offline');
  const owner = await visitor(browser, language);
  const { uuid, at } = await log(owner.page);
  const say = async (one: Page, content: string) => {
    const data = { content, activity: `/platform/api/activities/${uuid}` };
    expect((await one.request.post('./platform/api/activity_comments', { data })).status()).toBe(201);
  };
  await arrive(page, language);
  await say(owner.page, 'By the owner');
  await say(page, 'By oneself');
  await page.goto(at);
  await opener(page).click();
  await expect(page.getByText('By the owner')).toBeVisible();
  await page.getByRole('button', { name: comments('flag.open') }).click();
  await page.getByLabel(comments('flag.reason')).fill('Unkind');
  await page.context().setOffline(true);

  await page.getByRole('button', { name: comments('flag.submit') }).click();
  await expect(page.getByRole('button', { name: comments('flag.open') })).toBeFocused();
  await expect(page.getByText('By the owner')).toBeVisible();
  const remove = page.getByRole('button', { name: new RegExp(`^${comments('delete')}`) });
  await remove.click();
  await remove.click();
  await expect(remove).toBeFocused();
  await expect(page.getByText('By oneself')).toBeVisible();
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-busy', 'false');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(names(page)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();

  await page.context().setOffline(false);
  expect(await social(page, uuid)).toEqual({ likes: 0, mine: false, comments: 2 });
  await heart(page).click();
  await expect(names(page)).toHaveText('1');
  await owner.page.context().close();
});
