import type { Page } from '@playwright/test';
import { expect, expectGoodOnEveryScreen, managed, signInSilently, test, text } from './fixtures.ts';
import { log, socialTexts, visitor } from './social.ts';

const m = (key: string) => managed('fr', key);
const d = (key: string) => text('nl', 'decisions', key);

/** Decides the case whose card contains the given text. */
async function decide(page: Page, what: string, choice: string, reason: string): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: what });
  await card.getByRole('button', { name: m(`app.inbox.do.${choice}`) }).click();
  await card.getByLabel(m('app.reason')).fill(reason);
  await card.getByRole('button', { name: m(`app.inbox.do.${choice}`) }).click();
  await expect(card).toBeHidden();
}

test('a flagged comment is hidden, its author objects, and a moderator restores the comment', async ({
  page,
  browser,
}) => {
  const author = await visitor(browser, 'nl');
  const reader = await visitor(browser, 'nl');
  const { uuid, at } = await log(reader.page);
  const content = `Zo traag ${uuid.slice(0, 8)}`;
  const activity = (await (await author.page.request.get(`./platform/api/activities/${uuid}`)).json())['@id'];
  const comment = await author.page.request.post('./platform/api/activity_comments', {
    data: { content, activity },
  });
  await reader.page.request.post('./platform/api/activity_comment_flags', {
    data: { comment: (await comment.json())['@id'], reason: 'Onvriendelijk' },
  });

  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/inbox');
  await expect(page.getByText(content)).toBeVisible();
  await expect(page.getByText('Onvriendelijk')).toBeVisible();
  await expectGoodOnEveryScreen(page, 'inbox-comment');
  await decide(page, content, 'hide', 'On reste aimable');

  await author.page.goto('./my-profile/settings');
  await author.page.getByRole('link', { name: text('nl', 'people', 'mine.seeDecisions_one') }).click();
  await expect(author.page.getByText('On reste aimable')).toBeVisible();
  await author.page.getByLabel(d('answer')).fill('We lachten er allebei om');
  await expectGoodOnEveryScreen(author.page, 'my-decisions');
  await author.page.getByRole('button', { name: d('send') }).click();
  await expect(author.page.getByText(d('waits'))).toBeVisible();
  await expect(author.page.getByLabel(d('answer'))).toBeHidden();

  await page.goto('./dashboard/inbox');
  await expect(page.getByText('We lachten er allebei om')).toBeVisible();
  await decide(page, content, 'reinstate.hide', 'Entendu');
  await author.page.reload();
  await expect(author.page.getByText('Entendu')).toBeVisible();
  await expectGoodOnEveryScreen(author.page, 'my-decisions-final');

  const third = await visitor(browser, 'nl');
  await third.page.goto(at);
  await socialTexts('nl').opener(third.page).first().click();
  await expect(third.page.getByText(content)).toBeVisible();
});

test('an implausible activity is detected, reviewed, and corrected with a reason', async ({
  page,
  browser,
}) => {
  const runner = await visitor(browser, 'nl');
  const read = async (path: string) => (await runner.page.request.get(path)).json();
  const sports = (await read('./platform/api/sports'))['hydra:member'];
  const sport = sports.find(
    ({ type, approved }: { type: string; approved: boolean }) => type === 'running' && approved,
  );
  const performedAt = new Date().toISOString().slice(0, 10);
  for (const kilometers of [5, 5, 6, 5, 5, 50]) {
    const data = { performedAt, sport: sport['@id'], amountType: 'km', kilometers };
    expect((await runner.page.request.post('./platform/api/activities', { data })).status()).toBe(201);
  }

  await signInSilently(page, 'fr', 'organiser@example.com');
  await page.goto('./dashboard/inbox');
  const card = page.getByRole('listitem').filter({ hasText: runner.somebody.givenName });
  await expect(card).toBeVisible();
  await expectGoodOnEveryScreen(page, 'inbox-outlier');
  await card.getByRole('link', { name: m('app.inbox.do.correct') }).click();
  const kilometres = page.getByLabel(m('resources.activities.fields.kilometers'));
  await expect(kilometres).toHaveValue('50');
  await expectGoodOnEveryScreen(page, 'activity');
  await kilometres.fill('5');
  await page.getByLabel(m('resources.activities.fields.reason')).fill('Un zéro de trop');
  await page.getByRole('button', { name: m('app.activity.correct') }).click();
  await expect(page.getByText(m('app.activity.corrected'))).toBeVisible();
  await page.getByPlaceholder('Rechercher').fill(runner.somebody.givenName);
  await expect(page.getByText('Un zéro de trop')).toBeVisible();
  await expectGoodOnEveryScreen(page, 'activities');

  await page.goto('./dashboard/inbox');
  await expect(page.getByText(m('app.inbox.empty')).or(page.getByRole('listitem')).first()).toBeVisible();
  await expect(card).toBeHidden();
  await runner.page.goto('./my-profile');
  const notice = text('nl', 'activities', 'card.corrected').replace('{{reason}}', 'Un zéro de trop');
  await expect(runner.page.getByText(notice)).toBeVisible();
  await expectGoodOnEveryScreen(runner.page, 'corrected');
});
