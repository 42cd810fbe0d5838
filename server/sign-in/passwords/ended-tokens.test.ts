import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ingest from '../../../contract/ingest.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import * as passwords from '../../../contract/passwords.ts';
import { smtpMailer } from '../../kit/mail.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { untilWaiting } from '../../testing/concurrently.ts';
import { type Mailbox, startMailbox, startMailing } from '../../testing/mailbox.ts';
import { sendingApp } from '../../testing/sending-app.ts';
import { idOf, type TestApp, testApp } from '../../testing/test-app.ts';
import { endSessionsOf } from '../sessions/session.ts';

let app: TestApp;
let mailbox: Mailbox;
let mailing: Awaited<ReturnType<typeof startMailing>>;

beforeAll(async () => {
  app = await testApp();
  mailbox = await startMailbox();
  mailing = await startMailing(app, smtpMailer(mailbox.url, 'Global Challenge <no-reply@example.com>'));
});
afterAll(async () => {
  await mailing.stop();
  await mailbox.goDown();
  await app.close();
});

const day = { days: [{ date: '2026-11-20', steps: 1000 }] };

async function reset(person: { iri: string }): Promise<string> {
  const slug = await makeLink(app.database.db, idOf(person), 'reset-password', app.clock.now);
  const body = { password: 'a completely new password' };
  const answer = await app.browser().call(passwords.reset, { params: { slug }, body });
  return answer['hydra:message'];
}

describe('a password reset', () => {
  it('revokes all personal tokens of the person, and says so in the response', async () => {
    const [person, other] = [await app.participant(), await app.participant()];
    const [phone, watch] = [await sendingApp(person, app.browser()), await sendingApp(person, app.browser())];
    const othersPhone = await sendingApp(other, app.browser());
    expect(await reset(person)).toMatch(/2 personal tokens no longer work/);
    for (const ended of [phone, watch]) expect(await ended.refused(day)).toMatchObject({ status: 401 });
    await othersPhone.send(day);
  });

  it('does not mention tokens to people who have none', async () => {
    expect(await reset(await app.participant())).not.toMatch(/token/);
  });

  it.each<[Language, string, string]>([
    ['en', 'Your password has been changed', '1 personal token no longer works'],
    ['fr', 'Votre mot de passe a été modifié', '1 jeton personnel ne fonctionne plus'],
    ['nl', 'Je wachtwoord is gewijzigd', '1 persoonlijk token werkt niet meer'],
  ])('is confirmed by email in %s, with the number of revoked tokens', async (language, subject, tokens) => {
    const person = await app.participant();
    await app.database.db.updateTable('people').set({ language }).where('email', '=', person.email).execute();
    await sendingApp(person, app.browser());
    await reset(person);
    const mail = await mailbox.mailTo(person.email);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(tokens);
  });

  it('revokes a token that another session creates concurrently', async () => {
    const person = await app.participant();
    const { making } = await app.database.db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, idOf(person));
      const making = person.refused(ingest.createToken, { body: { name: 'A stranger’s' } });
      await untilWaiting(app.database, 1);
      return { making };
    });
    expect((await making).status).toBe(401);
    const left = await app.database.db
      .selectFrom('ingest_tokens')
      .select('id')
      .where('person_id', '=', idOf(person))
      .execute();
    expect(left).toEqual([]);
  });
});
