import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { notFound } from '../../kit/problem-error.ts';
import { managedRoutes } from '../../management/managed-routes.ts';
import { catalogueOf } from './text-catalogue.ts';
import { listOverrides, managedTexts, withOverrides } from './text-overrides.ts';
import type { Texts } from './texts.ts';

/** Namespaces that only the server uses, for emails, files and error messages. */
const ofServer = ['export', 'mails', 'poster', 'problems', 'results', 'sandbox'];

export const translationRoutes = (texts: Texts): Handlers<Context, typeof api.translations> => ({
  one: async ({ db }, { params }) => {
    const namespace = params.file.replace('.json', '');
    const found = new Map(Object.entries(texts[params.lang])).get(namespace);
    if (!found) throw notFound();
    return withOverrides(found, await listOverrides(db, { language: params.lang, namespace }));
  },
  all: async ({ db }, { params: { lang } }) => {
    const overrides = Map.groupBy(await listOverrides(db, { language: lang }), (one) => one.namespace);
    const shown = Object.entries(texts[lang]).filter(([namespace]) => !ofServer.includes(namespace));
    return Object.fromEntries(
      shown.map(([namespace, found]) => [namespace, withOverrides(found, overrides.get(namespace) ?? [])]),
    );
  },
});

/** Returns the handlers for managing texts. `changed` runs after every change. */
export const textManagement = (
  texts: Texts,
  changed: () => Promise<void>,
): Handlers<Context, typeof api.managedTexts> => {
  const { list, one, replace } = managedRoutes(managedTexts(catalogueOf(texts)), changed);
  return { list, one, replace };
};
