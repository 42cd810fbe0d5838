import * as z from 'zod/mini';
import { operation } from '../kit/operation.ts';
import { resource } from '../kit/resource.ts';

/** In bytes: enough for a photo from a good camera. The stored picture is far smaller. */
export const largestPicture = 15 * 1024 * 1024;

export const Picture = resource('Picture', {
  /** The picture's address in settings and texts, relative to the base path. */
  url: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
});

export const upload = operation({
  method: 'POST',
  path: '/platform/api/management/pictures',
  summary:
    'Uploads a picture. The server rotates it upright, scales it down if needed and removes camera metadata.',
  access: 'organiser',
  file: true,
  status: 201,
  answer: Picture,
});

export const one = operation({
  method: 'GET',
  path: '/pictures/:id',
  summary: 'Returns an uploaded picture as WebP.',
  access: 'public',
  params: z.object({ id: z.uuid() }),
});
