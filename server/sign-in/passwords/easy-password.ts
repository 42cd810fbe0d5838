import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { mailDomainOf } from '../../people/mail-domain.ts';
import { platformName } from '../../platform/settings/platform-name.ts';

/** The person who chose the password. */
interface Owner {
  givenName: string;
  surname: string;
  email: string;
}

/**
 * Returns only the letters and digits of a text, because attackers also try passwords with other characters added.
 */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

let stolen: Promise<Set<string>> | undefined;

/**
 * Returns 49,000 common passwords from stolen lists. They are unpacked on first use, because that takes a third of a
 * second and most processes never need them.
 */
async function stolenPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((one) => plain(String(one))).filter(Boolean));
}

/**
 * Matches up to four digits before or after a word, because people lengthen a short password with a number or
 * a year.
 */
const digitsAround = /^\d{0,4}(.*?)\d{0,4}$/;

/** Returns whether a password is a known word, even with digits, spaces or signs added, or with the word repeated. */
function isOneOf(isKnown: (text: string) => boolean, password: string): boolean {
  const all = plain(password);
  const [, core = ''] = digitsAround.exec(all) ?? [];
  const half = core.slice(0, core.length / 2);
  return isKnown(all) || isKnown(core) || (half + half === core && isKnown(half));
}

/**
 * Throws 422 if a password is one of the most common ones, or consists only of the name of its owner, company
 * or platform. All other passwords of at least ten characters are allowed.
 */
export async function mustNotBeEasy(db: Db, password: string, owner: Owner): Promise<void> {
  stolen ??= stolenPasswords();
  const common = await stolen;
  if (isOneOf((text) => common.has(text), password)) throw violation('password', 'password.common');
  const { givenName, surname, email } = owner;
  const domain = mailDomainOf(email);
  const names = [
    ...[givenName, surname, `${givenName}${surname}`, `${surname}${givenName}`],
    ...[email, email.slice(0, email.lastIndexOf('@')), domain, domain.slice(0, domain.lastIndexOf('.'))],
    await platformName(db),
  ].map(plain);
  if (isOneOf((text) => text !== '' && names.includes(text), password))
    throw violation('password', 'password.ownName');
}
