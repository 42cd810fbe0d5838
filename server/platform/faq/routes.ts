import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { authorOf, managedRoutes } from '../../management/managed-routes.ts';
import { answerLanguage } from '../settings/config.ts';
import { faqLibrary } from './faq-library.ts';
import { managedLibraries } from './managed-libraries.ts';
import { managedQuestions } from './managed-questions.ts';
import { addQuestion } from './new-question.ts';

export const faqRoutes: Handlers<Context, typeof api.faq> = {
  one: async ({ db, iris, language }, { params, query }) =>
    faqLibrary(db, iris, params.id, await answerLanguage(db, language, query.locale)),
};

export const faqLibraryManagement: Handlers<Context, typeof api.managedFaqLibraries> =
  managedRoutes(managedLibraries);

export const faqQuestionManagement: Handlers<Context, typeof api.managedFaqQuestions> = {
  ...managedRoutes(managedQuestions),
  create: (context, { body }) => addQuestion(context.db, context.iris, body, authorOf(context)),
};
