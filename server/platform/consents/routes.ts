import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { authorOf, managedRoutes } from '../../management/managed-routes.ts';
import { answerLanguage } from '../settings/config.ts';
import { currentConsentText, decideConsent, ownConsent } from './consent.ts';
import { managedConsentTexts, publishConsentText, shownAnswers } from './managed-consent-texts.ts';

export const consentRoutes: Handlers<Context, typeof api.consents> = {
  current: async ({ db, language }, { query }) =>
    currentConsentText(db, await answerLanguage(db, language, query.locale)),
  mine: ({ db, person }) => ownConsent(db, person.id),
  decide: ({ db, person, now }, { body }) => decideConsent(db, person.id, body, now),
};

const routes = managedRoutes(managedConsentTexts);

export const consentTextManagement: Handlers<Context, typeof api.managedConsentTexts> = {
  list: async (context, input) => {
    const page = await routes.list(context, input);
    return { ...page, members: page.members.map(shownAnswers) };
  },
  one: async (context, input) => shownAnswers(await routes.one(context, input)),
  create: async (context, input) => shownAnswers(await routes.create(context, input)),
  replace: async (context, input) => shownAnswers(await routes.replace(context, input)),
  remove: routes.remove,
  publish: async (context, { params, body }) => {
    const { db, iris } = context;
    return shownAnswers(await publishConsentText(db, iris, params.id, body.version, authorOf(context)));
  },
};
