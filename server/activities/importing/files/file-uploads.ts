import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { largestFile } from '../../../../contract/workout-files.ts';
import { multipartFrame } from '../../../kit/sent-file.ts';

/** Lets each route of a Fastify instance receive one file, up to the maximum size of a workout file. */
export async function allowUploads(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = largestFile + multipartFrame;
  });
  await app.register(fastifyMultipart, {
    limits: { fileSize: largestFile, files: 1, fields: 0, parts: 1, headerPairs: 10 },
  });
}
