import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { arrive, expect, type Language, type TestPerson, text } from './fixtures.ts';

/** A person, and the page of a separate browser in which that person is signed in. */
interface Visitor {
  page: Page;
  somebody: TestPerson;
}

/** Creates a person, and opens a new browser in which that person is signed in. */
export async function visitor(browser: Browser, language: Language): Promise<Visitor> {
  const page = await (await browser.newContext()).newPage();
  return { page, somebody: await arrive(page, language) };
}

/** Opens a second browser in which the person from the first browser is signed in. */
export async function secondBrowser(browser: Browser, first: Page): Promise<Page> {
  const context = await browser.newContext({ storageState: await first.context().storageState() });
  return context.newPage();
}

/** Logs an activity for the person who is signed in on the page; `at` is the address where others see the activity. */
export async function log(page: Page): Promise<{ info: string; uuid: string; at: string }> {
  const info = `Activity ${randomUUID().slice(0, 8)}`;
  const read = async (path: string) => (await page.request.get(path)).json();
  const sports = await read('./platform/api/sports');
  const me = await read('./platform/api/person_infos/me');
  const performedAt = new Date().toISOString().slice(0, 10);
  const sport = sports['hydra:member'][0]['@id'];
  const data = { performedAt, sport, amountType: 'steps', steps: 1000, info };
  const answer = await page.request.post('./platform/api/activities', { data });
  expect(answer.status()).toBe(201);
  return { info, uuid: (await answer.json()).uuid, at: `./profile/${me.id}` };
}

export const cardOf = (page: Page, info: string) => page.getByRole('article').filter({ hasText: info });

/** The texts of a language, and locators for the parts of an activity card. */
export function socialTexts(language: Language) {
  const t = (namespace: string) => (key: string) => text(language, namespace, key);
  const [likes, comments, activities] = [t('likes'), t('comments'), t('activities')];
  /** A pattern that matches the text with any number. */
  const counted = (of: typeof likes, key: string) =>
    new RegExp(
      `^(${[`${key}_one`, `${key}_other`].map((one) => of(one).replace('{{count, number}}', '\\d+')).join('|')}) \\(`,
    );
  return {
    likes,
    comments,
    activities,
    // The button's label also names the activity's owner.
    heart: (page: Page) => page.getByRole('button', { name: new RegExp(`^${likes('like')} \\(`) }),
    names: (page: Page) => page.getByRole('button', { name: counted(likes, 'names') }),
    opener: (page: Page) =>
      page
        .getByRole('button', { name: comments('first') })
        .or(page.getByRole('button', { name: counted(comments, 'open') })),
    field: (page: Page) => page.getByLabel(comments('form.content')),
    post: (page: Page) => page.getByRole('button', { name: comments('form.submit') }),
    unwanted: (page: Page) => page.getByText(comments('unwanted'), { exact: true }),
  };
}

/** Fetches an activity's numbers of likes and comments from the server. */
export const social = async (page: Page, uuid: string) => {
  const activity = await (await page.request.get(`./platform/api/activities/${uuid}`)).json();
  return { likes: activity.amountOfLikes, mine: activity.likedByMe, comments: activity.amountOfComments };
};
