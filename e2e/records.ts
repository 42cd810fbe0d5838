import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect } from './journey.ts';

const zone = 'Europe/Brussels';

/** A moment some days ago at an hour, as a phone in Brussels writes it. */
export function moment(daysAgo: number, hour: number, minute = 0): string {
  const day = Temporal.Now.zonedDateTimeISO(zone).subtract({ days: daysAgo }).toPlainDate();
  return day
    .toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } })
    .toString({ timeZoneName: 'never', fractionalSecondDigits: 0 });
}

/** The date some days ago. */
export const day = (daysAgo: number) =>
  Temporal.Now.zonedDateTimeISO(zone).subtract({ days: daysAgo }).toPlainDate().toString();

/** Creates a token for the person signed in on a page, through the API. */
export async function newToken(page: Page): Promise<string> {
  const made = await page.request.post('./platform/api/personal_tokens', { data: { name: 'Phone' } });
  expect(made.status()).toBe(201);
  return (await made.json()).token;
}

/** Sends workouts like a person's own app. */
export async function send(page: Page, token: string, data: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const sent = await page.request.post('./platform/api/ingest', { headers, data });
  expect(sent.status(), await sent.text()).toBe(200);
}
