import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { notFound } from '../kit/problem-error.ts';
import type { Texts } from './texts.ts';

export const translationRoutes = (texts: Texts): Handlers<Context, typeof api.translations> => ({
  one: (_context, { params }) => {
    const namespaces = new Map(Object.entries(texts[params.lang]));
    const found = namespaces.get(params.file.replace('.json', ''));
    if (!found) throw notFound();
    return found;
  },
});
