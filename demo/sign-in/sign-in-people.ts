import { randomBytes } from 'node:crypto';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { familiesOf } from '../names.ts';
import { mailAddress } from '../people.ts';
import { Random } from '../random.ts';

/** A person's claims, as OpenID Connect names them. */
export interface Claims {
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
  locale: string;
}

/** The people to choose from at a simulated identity provider. */
export interface DemoIdentities {
  choices: readonly string[];
  /** A new account for a choice. */
  newSubject(choice: string, language: Language): string;
  /** The person that an account belongs to. */
  claimsOf(subject: string): Partial<Claims> | undefined;
}

const choices = ['colleague', 'guest', 'participant'];

/** Newcomers, with an address of the company or another one, and the demo's participant. */
export const demoPeople: DemoIdentities = { choices, newSubject, claimsOf };

/**
 * Each account is a new person, even the participant's: an identity that everybody can choose would, once linked, sign
 * everybody in to that profile.
 */
function newSubject(choice: string, language: Language): string {
  return [choice, language, randomBytes(4).toString('hex')].join('.');
}

/** Derives all claims from the subject, without storage. */
function claimsOf(subject: string): Claims | undefined {
  const [choice, language, seed = ''] = subject.split('.');
  if (!choice || !choices.includes(choice) || !/^[0-9a-f]{8}$/.test(seed)) return undefined;
  const locale = languages.find((one) => one === language);
  if (!locale) return undefined;
  const known = { email_verified: true, locale };
  if (choice === 'participant')
    return { ...known, email: 'participant@example.com', given_name: 'Lotte', family_name: 'Van Hecke' };
  const random = new Random(Number.parseInt(seed, 16));
  const family = random.pick(familiesOf[locale]);
  const [given_name, family_name] = [random.pick(family.given), random.pick(family.surnames)];
  const [name = ''] = mailAddress(given_name, family_name).split('@');
  const domain = choice === 'colleague' ? 'example.com' : 'guests.example';
  return { ...known, given_name, family_name, email: `${name}.${seed}@${domain}` };
}
