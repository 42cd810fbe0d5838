import type { Language } from '../../contract/kit/fields.ts';
import { enrolmentScreen, type NextStep } from '../../contract/second-factor.ts';
import { switchLanguage } from '../i18n/texts.ts';
import { basePath } from '../kit/page.ts';
import { navigateAway } from '../kit/page-navigation.ts';
import { lastParticipationPath } from '../teams/last-participation.ts';

/** The response to a sign-in. */
export interface SignedIn {
  language: Language;
  secondFactor?: NextStep | undefined;
}

/**
 * Returns the page to show after a sign-in instead of the requested page: the set-up of two-factor authentication, or
 * an invitation.
 */
export const pageAfterSignIn = ({ secondFactor }: SignedIn): string | undefined =>
  secondFactor ? enrolmentScreen : lastParticipationPath();

/** Reloads the app after a sign-in, because another person may have been signed in on this page before. */
export async function continueAfterSignIn(answer: SignedIn): Promise<void> {
  await switchLanguage(answer.language);
  await navigateAway(basePath.slice(0, -1) + (pageAfterSignIn(answer) ?? '/'));
}
