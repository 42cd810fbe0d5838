import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect } from './fixtures.ts';

const zone = 'Europe/Brussels';

/** The time at `hour` and `minute` some days ago, with the UTC offset of Brussels. */
export function moment(daysAgo: number, hour: number, minute = 0): string {
  const day = Temporal.Now.zonedDateTimeISO(zone).subtract({ days: daysAgo }).toPlainDate();
  return day
    .toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } })
    .toString({ timeZoneName: 'never', fractionalSecondDigits: 0 });
}

/** The date the given number of days ago. */
export const day = (daysAgo: number) =>
  Temporal.Now.zonedDateTimeISO(zone).subtract({ days: daysAgo }).toPlainDate().toString();

/** Creates a personal token through the API, for the person who is signed in on the page. */
export async function newToken(page: Page): Promise<string> {
  const made = await page.request.post('./platform/api/personal_tokens', { data: { name: 'Phone' } });
  expect(made.status()).toBe(201);
  return (await made.json()).token;
}

/** Sends workouts in the way that a person's own app does. */
export async function send(page: Page, token: string, data: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const sent = await page.request.post('./platform/api/ingest', { headers, data });
  expect(sent.status(), await sent.text()).toBe(200);
}
