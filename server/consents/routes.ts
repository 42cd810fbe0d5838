import type { api } from '../../contract/api.ts';
import { answerLanguage } from '../configs/config.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { managedRoutes } from '../management/managed-routes.ts';
import { currentConsentText, decideConsent, ownConsent } from './consent.ts';
import { managedConsentTexts } from './managed-consent-texts.ts';

export const consentRoutes: Handlers<Context, typeof api.consents> = {
  current: async ({ db, language }, { query }) =>
    currentConsentText(db, await answerLanguage(db, language, query.locale)),
  mine: ({ db, person }) => ownConsent(db, person.id),
  decide: ({ db, person, now }, { body }) => decideConsent(db, person.id, body, now),
};

const { list, one, create } = managedRoutes(managedConsentTexts);

/** Published for good: there is nothing to change or remove. */
export const consentTextManagement: Handlers<Context, typeof api.managedConsentTexts> = { list, one, create };
