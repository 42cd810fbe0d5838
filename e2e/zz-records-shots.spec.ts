import { arrive, expect, type Language, test } from './journey.ts';
import { day, moment, newToken, send } from './records.ts';

const looks: { language: Language; width: number; scheme: 'light' | 'dark' }[] = [
  { language: 'en', width: 390, scheme: 'light' },
  { language: 'fr', width: 1280, scheme: 'dark' },
  { language: 'nl', width: 1280, scheme: 'light' },
  { language: 'fr', width: 390, scheme: 'dark' },
];
for (const { language, width, scheme } of looks)
  test(`shots ${language} ${width} ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await arrive(page, language);
    const token = await newToken(page);
    const sports = await (await page.request.get('./platform/api/sports')).json();
    const running = sports['hydra:member'].find((one: { name: string }) => one.name === 'running')['@id'];
    await page.request.post('./platform/api/activities', { data: { performedAt: day(1), sport: running, amountType: 'time', time: '00:33:00', info: 'Typed by hand' } });
    await page.request.post('./platform/api/activities', { data: { performedAt: day(3), sport: running, amountType: 'time', time: '00:33:00', info: 'Typed by hand' } });
    await send(page, token, {
      workouts: [
        { externalId: 'a', sport: 'running', startedAt: moment(1, 7), elapsedSeconds: 1930, movingSeconds: 1900, kilometers: 5.23, steps: 5120, name: 'Along the river', device: 'Galaxy Watch 7' },
        { externalId: 'b', sport: 'cycling', startedAt: moment(2, 18), elapsedSeconds: 3600, kilometers: 24.1, device: 'Edge 840' },
        { externalId: 'c', sport: 'unicycle hockey', startedAt: moment(4, 18), elapsedSeconds: 3600 },
      ],
      days: [{ date: day(1), steps: 11480 }],
    });
    await page.goto('./my-activities');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${name}-${language}-${width}-${scheme}.png`, fullPage: true });
    await shot('mine');
    const received = page.getByRole('article').filter({ hasText: 'Along the river' });
    await received.locator('button[aria-controls]').last().click();
    await page.waitForLoadState('networkidle');
    await shot('records');
    await page.goto('./my-profile');
    await page.waitForLoadState('networkidle');
    await shot('profile');
    await page.goto('./my-profile/own-apps');
    await page.waitForLoadState('networkidle');
    await shot('own-apps');
    await page.goto('./my-activities/add?couplingFailed=consent&platform=Strava');
    await page.waitForLoadState('networkidle');
    for (const button of await page.locator('li button[aria-controls]').all()) await button.click();
    await shot('add');
  });
