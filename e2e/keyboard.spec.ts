import type { Locator, Page } from '@playwright/test';
import {
  expect,
  languageOf,
  managed,
  signIn,
  signInSilently,
  test,
  text,
  waitUntilIdle,
} from './fixtures.ts';

const language = languageOf(import.meta.filename);
const t = (namespace: string, key: string) => text(language, namespace, key);

/** The size of a phone, and of a 1,280 by 900 window at 200% zoom. */
const small = [
  { width: 390, height: 844 },
  { width: 640, height: 450 },
];

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
});

/** The focused element, and how many of its pixels the menu at the bottom covers. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const bar = [...document.querySelectorAll('nav')].find(
      (nav) => getComputedStyle(nav).position === 'fixed',
    );
    if (!bar || bar.contains(focused) || focused === document.body) return { by: 0, name: '' };
    const [top, box] = [bar.getBoundingClientRect().top, focused.getBoundingClientRect()];
    // An element that is taller than the window can never be completely visible.
    const by = box.height > top ? 0 : Math.max(0, Math.round(box.bottom - top));
    return { by, name: `${focused.tagName} ${focused.textContent}` };
  });

for (const size of small)
  test(`the focused element stays above the menu in a window of ${size.width} by ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signInSilently(page, language);
    for (const address of ['', 'my-activities', 'our-statistics']) {
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await waitUntilIdle(page);
      const covered = [];
      for (let press = 0; press < 40; press++) {
        await page.keyboard.press('Tab');
        const { by, name } = await coveredFocus(page);
        if (by > 0) covered.push(`/${address}: ${name} by ${by} pixels`);
      }
      expect(covered).toEqual([]);
    }
  });

// claim: errors-announced
test('the focus moves to the error after a failed sign-in or a failed save', async ({ page, refusals }) => {
  for (const status of [401, 422, 500]) refusals.add(status);
  await page.goto('./');
  await page.getByLabel(t('sessions', 'signIn.email')).fill('nobody@example.com');
  await page.getByLabel(t('sessions', 'signIn.password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: t('sessions', 'signIn.send') }).click();
  await expect(page.getByRole('alert')).toBeFocused();

  await signInSilently(page, language);
  await page.goto('./my-profile/edit');
  const save = page.getByRole('button', { name: t('people', 'edit.submit') });
  const surname = page.getByLabel(t('people', 'edit.surname'), { exact: true });
  const refuse = (answer: { status: number; json: object }) =>
    page.route('**/modify_data_requests', (route) => route.fulfill(answer));
  await refuse({ status: 500, json: { 'hydra:title': 'x', 'hydra:description': 'Down' } });
  await save.click();
  await expect(page.getByRole('alert')).toBeFocused();
  await refuse({
    status: 422,
    json: { violations: [{ propertyPath: 'surname', message: 'No', code: 'x' }] },
  });
  await save.click();
  await expect(surname).toBeFocused();
  // If the person has moved to another field in the meantime, that field keeps the focus.
  const givenName = page.getByLabel(t('people', 'edit.givenName'), { exact: true });
  const held = Promise.withResolvers<void>();
  await page.route('**/modify_data_requests', async (route) => {
    await held.promise;
    await route.fulfill({
      status: 422,
      json: { violations: [{ propertyPath: 'surname', message: 'Never', code: 'x' }] },
    });
  });
  await save.click();
  await expect(save).toBeHidden();
  await givenName.focus();
  held.resolve();
  await expect(page.getByText('Never')).toBeVisible();
  await expect(save).toBeVisible();
  await expect(givenName).toBeFocused();
  // A successful save does not move the focus.
  await page.unroute('**/modify_data_requests');
  await save.click();
  await expect(page.getByText(t('people', 'edit.done'))).toBeVisible();
  await expect(save).toBeFocused();
});

test('the focus moves to the result message once a form has closed', async ({ page }) => {
  await page.goto('./forgot-password');
  await page.getByLabel(t('passwords', 'forgot.email')).fill('nobody@example.com');
  await page.getByRole('button', { name: t('passwords', 'forgot.send') }).click();
  await expect(page.getByRole('status').filter({ hasText: t('passwords', 'forgot.done') })).toBeFocused();
  await page.getByRole('link', { name: t('passwords', 'forgot.signIn') }).click();
  await signIn(page, 'participant@example.com', language);
  await expect(page.getByRole('main')).toBeFocused();
  // When a signed-in person loads a page, the app does not set the focus.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toBeFocused();
});

test('screen readers announce what is wrong with a password', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel(t('sessions', 'signIn.email')).fill('nobody@example.com');
  const password = page.getByLabel(t('sessions', 'signIn.password'), { exact: true });
  await expect(password).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: t('sessions', 'signIn.send') }).click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(t('validation', 'value.required'));
  await expect(password).toBeFocused();
});

// claim: keyboard-order
test('the Tab key moves through the dashboard’s columns in visual order', async ({ page }) => {
  await signInSilently(page, language);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('./');
    const board = page.getByRole('region', { name: t('teams', 'card.title'), exact: true });
    const latest = page.getByRole('region', { name: t('challenges', 'latestActivities') });
    await expect(board.getByRole('link').first()).toBeVisible();
    await expect(latest.getByRole('link').first()).toBeVisible();
    const other = await latest.elementHandle();
    const isBoardFirst = await board.evaluate(
      (one, two) => Boolean(one.compareDocumentPosition(two as Node) & Node.DOCUMENT_POSITION_FOLLOWING),
      other,
    );
    expect(isBoardFirst, `${width}`).toBe(width === 390);
  }
});

test('after loading more activities, the focus moves to the first new activity, or to the error', async ({
  page,
  refusals,
}) => {
  refusals.add(500);
  await signInSilently(page, language);
  await page.goto('./');
  const more = page.getByRole('button', { name: t('activities', 'feed.loadMore') });
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('article') });
  await expect(cards).toHaveCount(10);
  await page.route('**/activities?*page=*', (route) => route.fulfill({ status: 500, json: {} }));
  await more.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await page.unroute('**/activities?*page=*');
  await page.getByRole('button', { name: t('common', 'tryAgain') }).press('Enter');
  await expect(cards).toHaveCount(20);
  await expect(cards.nth(10)).toBeFocused();
  await more.press('Enter');
  await expect(cards).toHaveCount(30);
  await expect(cards.nth(20)).toBeFocused();
});

/** A control's appearance without its text: text alone must not be the only sign that a control is selected. */
const styleOf = (control: Locator) =>
  control.evaluate((element) => {
    const properties = ['backgroundColor', 'outline', 'borderTop', 'borderBottom', 'textDecorationLine'];
    const style = (pseudo?: string) => {
      const style = getComputedStyle(element, pseudo) as unknown as Record<string, string>;
      return style.content === 'none' ? 'none' : properties.map((name) => style[name]).join(' ');
    };
    return [style(), style('::after')].join(' / ');
  });

// claim: forced-colours
test('the selected option is visible in forced-colours mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInSilently(page, language, 'organiser@example.com');
  const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('./our-statistics/weekly/running');
    const daily = page.getByRole('navigation', { name: t('layout', 'menu'), exact: true });
    await page.goto('./our-statistics');
    const current = daily.locator('[aria-current=page]');
    await expect(current).toHaveCount(1);
    const mark = await current.evaluate((link) => getComputedStyle(link, '::after').backgroundColor);
    expect(mark).not.toBe(await canvas());

    await page.goto('./our-statistics/weekly/running');
    const sports = page.getByRole('navigation', { name: t('rankings', 'sportSwitch') });
    const chosen = sports.locator('[aria-current=page]');
    await expect(chosen).toHaveCount(1);
    expect(await styleOf(chosen)).not.toBe(await styleOf(sports.getByRole('link').first()));
  }
  const languageInUse = page.getByRole('contentinfo').locator('button[aria-current]');
  expect(
    await languageInUse.evaluate((button) => getComputedStyle(button, '::after').backgroundColor),
  ).not.toBe(await canvas());

  await page.goto('./my-activities/add');
  const segments = page.getByRole('radiogroup').locator('label');
  await expect(segments.first()).toBeVisible();
  expect(await styleOf(segments.first())).not.toBe(await styleOf(segments.last()));

  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto('./dashboard/people');
  // The text contains the singular and the plural name of the resource; the menu shows the plural.
  const inMenu = (resource: string) =>
    page.getByRole('menuitem', {
      name: managed(language, `resources.${resource}.name`).split(' |||| ')[1] ?? '',
      exact: true,
    });
  await expect(inMenu('people')).toBeVisible();
  expect(await styleOf(inMenu('people'))).not.toBe(await styleOf(inMenu('teams')));
});

/** The contrast ratio of two colours, computed with the WCAG formula. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

// claim: focus-visible
test('a focused field has a ring of two pixels with a contrast of at least 3 to 1', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('./');
    for (const [label, ringed] of [
      [t('sessions', 'signIn.email'), 'xpath=.'],
      [t('sessions', 'signIn.password'), 'xpath=..'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await field.focus();
      const ring = await field.locator(ringed).evaluate((element) => {
        const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
        const { backgroundColor } = getComputedStyle(document.body);
        return { outlineColor, outlineStyle, width: Number.parseFloat(outlineWidth), backgroundColor };
      });
      expect(ring.outlineStyle).toBe('solid');
      expect(ring.width).toBeGreaterThanOrEqual(2);
      expect(contrast(ring.outlineColor, ring.backgroundColor)).toBeGreaterThan(3);
    }
  }
});
