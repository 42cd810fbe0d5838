import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import { type CachedResponses, forEverybody } from '../../kit/cached-responses.ts';
import type { Handlers } from '../../kit/mount.ts';
import { authorOf, managedRoutes } from '../../management/managed-routes.ts';
import { createMap, managedProgressMaps, readLines, replaceMap } from './managed-progress-maps.ts';
import { galleryPicture, listGallery } from './map-gallery.ts';
import { progressMap } from './progress-map.ts';

export const progressMapRoutes: Handlers<Context, typeof api.progressMaps> = {
  one: ({ db, iris }, { params }) => progressMap(db, iris, params.id),
};

export const cachedMaps: CachedResponses<Context, typeof api.progressMaps> = { one: forEverybody };

export const progressMapManagement: Handlers<Context, typeof api.managedProgressMaps> = {
  ...managedRoutes(managedProgressMaps),
  create: (context, { body }) => createMap(context.db, context.iris, body, authorOf(context)),
  replace: (context, { params, body }) =>
    replaceMap(context.db, context.iris, params.id, body, authorOf(context)),
  gallery: ({ iris, language }) => listGallery(iris, language),
  picture: async ({ reply }, { params }) => {
    // Compression is asynchronous, so wait until the response has been sent.
    await reply.type('image/svg+xml; charset=utf-8').send(galleryPicture(params.tour));
  },
  lines: (_context, { body }) => readLines(body.drawing),
};
