import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { api } from '../../../contract/api.ts';
import { largestPicture } from '../../../contract/managed/pictures.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { notFound } from '../../kit/problem-error.ts';
import { multipartFrame } from '../../kit/sent-file.ts';
import { authorOf } from '../../management/managed-routes.ts';
import { addPicture, pictureBytes } from './picture.ts';

/** Lets an app's routes receive one picture per request. */
export async function allowPictures(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = largestPicture + multipartFrame;
  });
  await app.register(fastifyMultipart, {
    limits: { fileSize: largestPicture, files: 1, fields: 0, parts: 1, headerPairs: 10 },
  });
}

export const pictureRoutes: Handlers<Context, typeof api.managedPictures> = {
  upload: async (context, { file }) => {
    const { bytes } = await file();
    const { id, width, height } = await addPicture(context.db, bytes, authorOf(context));
    return {
      '@id': context.iris.of(`/pictures/${id}`),
      '@type': 'Picture',
      url: `pictures/${id}`,
      width,
      height,
    };
  },
  one: async ({ db, reply }, { params }) => {
    const bytes = await pictureBytes(db, params.id);
    if (!bytes) throw notFound();
    // A picture's name is never reused, so browsers may cache the picture forever. Compression is asynchronous, so the
    // handler waits until the response is sent.
    await reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(bytes);
  },
};
