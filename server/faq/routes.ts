import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { faqLibrary } from './faq-library.ts';

export const faqRoutes: Handlers<Context, typeof api.faq> = {
  one: ({ db, iris, language }, { params, query }) =>
    faqLibrary(db, iris, params.id, query.locale ?? language),
};
