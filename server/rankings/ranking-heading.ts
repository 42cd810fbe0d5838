import type { Language } from '../../contract/kit/fields.ts';
import { listChallenges, nameOf } from '../challenges/challenge.ts';
import type { Db } from '../db/db.ts';
import type { ScreenHeading } from '../kit/page-frames.ts';
import type { Translate } from '../kit/problems.ts';
import { isFeatureOn } from '../platform/settings/config.ts';

/** The address of a challenge's complete ranking of people. */
const ranking = /^challenges\/ranking\/([\w-]+)(?:\?|$)/;

/**
 * Returns the heading of the complete ranking at an address below the base path, as the app shows it, or undefined at
 * other addresses and if there is no such challenge.
 */
export async function rankingHeading(
  db: Db,
  translate: Translate,
  address: string,
  language: Language,
): Promise<ScreenHeading | undefined> {
  const uri = ranking.exec(address)?.[1];
  const [challenge] = uri ? await listChallenges(db, uri) : [];
  if (!challenge) return undefined;
  const hasTeams = await isFeatureOn(db, 'teamsEnabled');
  const inLanguage = challenge.translations.find((one) => one.language === language);
  return {
    title: translate(language, 'rankings', 'challenge.title', {
      name: inLanguage?.name ?? nameOf(challenge),
    }),
    back: translate(language, 'rankings', 'backToDashboard'),
    aside: hasTeams ? translate(language, 'rankings', 'toTeams') : undefined,
  };
}
