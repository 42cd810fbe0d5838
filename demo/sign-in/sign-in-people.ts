import { randomBytes } from 'node:crypto';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { familiesOf } from '../names.ts';
import { mailAddress } from '../people.ts';
import { Random } from '../random.ts';

/** A person's claims, with OpenID Connect's names. */
export interface Claims {
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
  locale: string;
  groups?: string[];
}

/** The people to choose from at a simulated identity provider. */
export interface DemoIdentities {
  choices: readonly string[];
  /** Creates the subject of a new account for the chosen person. */
  newSubject(choice: string, language: Language): string;
  /** The claims of the account with this subject; undefined for an unknown subject. */
  claimsOf(subject: string): Partial<Claims> | undefined;
}

const choices = ['colleague', 'guest', 'participant'];

/** The people of the demo: newcomers with and without a company address, and the demo's participant. */
export const demoPeople: DemoIdentities = { choices, newSubject, claimsOf };

/**
 * Creates the subject of a new account at each sign-in, even for the demo's participant. If everybody could choose the
 * same account, linking it once would let everybody sign in to that profile.
 */
function newSubject(choice: string, language: Language): string {
  return [choice, language, randomBytes(4).toString('hex')].join('.');
}

/** Derives all claims from the subject, so that nothing needs to be stored. */
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
