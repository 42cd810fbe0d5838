import type { Language } from '../../contract/kit/fields.ts';
import { enrolmentScreen, type NextStep } from '../../contract/second-factor.ts';
import { switchLanguage } from '../i18n/texts.ts';
import { leaveFor } from '../kit/leave.ts';
import { basePath } from '../kit/page.ts';
import { lastParticipationPath } from '../teams/last-participation.ts';

/** What a sign-in answers. */
export interface SignedIn {
  language: Language;
  secondFactor?: NextStep | undefined;
}

/** Where else to go after a sign-in than where one wanted to be: to what is still due, or an invitation that was followed. */
export const placeAfter = ({ secondFactor }: SignedIn): string | undefined =>
  secondFactor ? enrolmentScreen : lastParticipationPath();

/** Loads the app anew for who has signed in: somebody else may have been signed in on this page. */
export async function goOnSignedIn(answer: SignedIn): Promise<void> {
  await switchLanguage(answer.language);
  await leaveFor(basePath.slice(0, -1) + (placeAfter(answer) ?? '/'));
}
