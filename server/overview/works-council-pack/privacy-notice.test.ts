import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../contract/managed/settings.ts';
import * as privacyNotice from '../../../contract/privacy-notice.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let visitor: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  visitor = app.browser();
});
afterAll(() => app.close());

const noticeIn = (locale: 'en' | 'fr' | 'nl') => visitor.call(privacyNotice.read, { query: { locale } });
const change = async (fields: object) => {
  const now = await organiser.call(settings.one, { params: { id: 1 } });
  await organiser.call(settings.replace, { params: { id: 1 }, body: { ...now, ...fields } as never });
};

describe('the privacy notice', () => {
  // claim: notice-follows-settings
  it('changes for visitors as soon as an organiser changes a setting', async () => {
    const before = JSON.stringify(await noticeIn('en'));
    expect(before).toContain('Each account is kept until its owner deletes it');
    expect(before).not.toContain('Only after giving a reason');
    await change({ anonymiseAfterDays: 90, removeInvitedAfterDays: 60, activitiesByReason: true });
    await change({ platformName: 'Beentjes los', commentsEnabled: true });
    const text = JSON.stringify(await noticeIn('en'));
    expect(text).not.toContain('Each account is kept until its owner deletes it');
    for (const phrase of [
      '90 days after the last challenge',
      '60 days',
      'Only after giving a reason',
      'Beentjes los',
    ])
      expect(text).toContain(phrase);
    expect(text).toContain('Likes, comments and flags');
  });

  it('has every text in each language, and nothing that is only for the works council', async () => {
    const notices = await Promise.all((['en', 'fr', 'nl'] as const).map(noticeIn));
    const shapes = notices.map(({ sections }) =>
      sections.map(({ id, table, statements }) => [id, table?.rows.length, statements.length]),
    );
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    for (const notice of notices) {
      expect(JSON.stringify(notice)).not.toMatch(/notice\.|claims\.|\{\{|undefined|draft|projet|ontwerp\b/);
      expect(notice.sections.length).toBeGreaterThan(5);
    }
  });
});
