import encodeQR from 'qr';
import { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import { localeOf } from '../../../contract/kit/locale.ts';
import { currentChallenge, nextChallenge } from '../../challenges/challenge.ts';
import type { Db } from '../../db/db.ts';
import { escaped } from '../../kit/mail-template.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Translate } from '../../kit/problems.ts';
import { companyColour, signalOf } from '../../platform/settings/company-colour.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { platformName } from '../../platform/settings/platform-name.ts';

/**
 * Returns an A4 page to print and hang up, in the company's colour. It shows the platform, the challenge, how to sign
 * up with the QR code or by typing the code, and how long the code is valid. `home` is the public address of the app,
 * and `nonce` allows the page's styles. Throws 404 if the code does not exist.
 */
export async function guestCodeSheet(
  db: Db,
  translate: Translate,
  page: { id: number; language: Language; home: string; nonce: string },
  now: Temporal.Instant,
): Promise<string> {
  const { id, language, home, nonce } = page;
  const signUpUrl = new URL('sign-up', home).href;
  const code = await db
    .selectFrom('guest_codes')
    .leftJoin('teams', 'teams.id', 'team_id')
    .select(['code', 'valid_until', 'allowed_mail_domains', 'teams.name as team'])
    .where('guest_codes.id', '=', id)
    .executeTakeFirst();
  if (!code) throw notFound();
  const challenge = (await currentChallenge(db, now)) ?? (await nextChallenge(db, now));
  const texts = challenge?.translations;
  const name = (texts?.find((one) => one.language === language) ?? texts?.[0])?.name;
  const t = (key: string, values?: Record<string, unknown>) =>
    escaped(translate(language, 'poster', key, values));
  const day = (date: { toLocaleString(locale: string, options: object): string }, zone?: string) =>
    date.toLocaleString(localeOf(language), { dateStyle: 'long', ...(zone ? { timeZone: zone } : {}) });
  const dayOf = (date: string) => day(Temporal.PlainDate.from(date));
  const zone = challenge?.time_zone ?? 'Europe/Brussels';
  const platform = escaped(await platformName(db));
  const logo = await readConfig(db, 'logoLight');
  // Our own files are referenced by path only, because an organiser may use a host other than the public address.
  const source = (file: string) => new URL(file, home).href.replace(new URL(home).origin, '');
  const { signal, onSignal } = signalOf((await companyColour(db)) ?? '#c2410c', 'light');
  const url = `${signUpUrl}?guest-code=${encodeURIComponent(code.code)}`;
  const small = [
    code.team && t('team', { team: code.team }),
    code.valid_until && t('until', { day: day(code.valid_until, zone) }),
    code.allowed_mail_domains.length > 0 && t('domains', { domains: code.allowed_mail_domains.join(', ') }),
  ].filter((line) => line !== null && line !== false);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${t('pageTitle', { code: code.code })}</title>
<style nonce="${nonce}">:root { --signal: ${signal}; --on-signal: ${onSignal} }${styles}</style>
<script src="${escaped(source('print.js'))}" defer></script>
</head>
<body>
<p class="hint">${t('hint')} <button type="button">${t('print')}</button></p>
<main>
${logo ? `<img class="logo" src="${escaped(source(String(logo)))}" alt="${platform}">` : `<p class="platform">${platform}</p>`}
<p class="call">${t('call')}</p>
<h1>${name ? escaped(name) : t('title')}</h1>
${challenge ? `<p class="when">${t('when', { from: dayOf(challenge.starts_on), until: dayOf(challenge.ends_on) })}</p>` : ''}
<ol><li>${t('scan')}</li><li>${t('enter')}</li><li>${t('go')}</li></ol>
<div class="qr" role="img" aria-label="${t('qr')}">${encodeQR(url, 'svg', { ecc: 'medium', border: 2 })}</div>
<p class="code">${escaped(code.code)}</p>
<p class="address">${escaped(signUpUrl.replace(/^https?:\/\//, ''))}</p>
${small.map((line) => `<p class="small">${line}</p>`).join('\n')}
</main>
</body>
</html>
`;
}

/** The styles of the sheet, with the colours of light mode and sizes in millimetres. */
const styles = `
@page { size: A4 portrait; margin: 0; }
* { box-sizing: border-box; margin: 0; }
body { color: #14251d; background: #ddd3bc; font-family: 'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif; }
main { display: grid; justify-items: center; align-content: space-between; gap: 6mm; width: 210mm; height: 296mm; margin: 0 auto; padding: 20mm 18mm 16mm; text-align: center; background: #f7f1e2; border-top: 6mm solid var(--signal); print-color-adjust: exact; }
.call { font-size: 7mm; font-weight: 700; letter-spacing: 0.1em; text-transform: uppercase; color: var(--signal); }
.logo { max-width: 100mm; height: 18mm; object-fit: contain; }
.platform { font-size: 6mm; font-weight: 800; }
.when { font-size: 6mm; font-weight: 600; }
button { padding: 10px 20px; font: inherit; font-weight: 700; color: var(--on-signal); background: var(--signal); border: 0; border-radius: 6px; cursor: pointer; }
h1 { font-size: 15mm; line-height: 1.05; overflow-wrap: anywhere; }
ol { display: grid; gap: 2.5mm; padding: 0; font-size: 6mm; list-style-position: inside; }
.qr { width: 80mm; padding: 3mm; background: #fff; border: 0.6mm solid #14251d; border-radius: 3mm; }
.qr svg { display: block; width: 100%; height: auto; }
.code { padding: 3mm 8mm; font-size: 13mm; font-weight: 800; letter-spacing: 0.08em; overflow-wrap: anywhere; background: #fff; border: 0.6mm dashed #14251d; border-radius: 3mm; }
.address { font-size: 6mm; font-weight: 600; overflow-wrap: anywhere; }
.small { font-size: 4.4mm; color: #4a5a50; }
.hint { padding: 16px; font-size: 16px; text-align: center; }
@media print { body { background: none; } .hint { display: none; } }
`;
