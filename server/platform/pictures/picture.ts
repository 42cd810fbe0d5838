import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';

/** Twice the width of the widest page, for high-resolution screens. */
const widest = 2560;

/** The largest picture before scaling down: more is no photograph, and would take gigabytes to open. */
const mostPixels = 100_000_000;

/** Vector drawings are rendered at four times the usual resolution, in pixels per inch: 72 is one to one. */
const vectorDensity = 4 * 72;

/** A picture as stored and sent. */
export interface Picture {
  id: string;
  width: number;
  height: number;
}

/**
 * Stores a picture from a file of any kind that browsers show: upright, scaled to the size of a screen, as WebP, and
 * without the file's metadata. Throws a violation on `file` if it is no picture.
 */
export async function addPicture(db: Db, bytes: Uint8Array, author: Author): Promise<Picture> {
  const { data, info } = await redraw(bytes).catch(() => {
    throw violation('file', 'picture.unreadable');
  });
  const id = randomUUID();
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('pictures').values({ id, bytes: data, added_at: author.now.toString() }).execute();
    const after = { width: info.width, height: info.height };
    await logChange(tx, {
      actor: author.id,
      now: author.now,
      resource: 'pictures',
      resourceId: id,
      action: 'create',
      after,
    });
  });
  return { id, width: info.width, height: info.height };
}

const redraw = async (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: mostPixels, density: vectorDensity })
    .rotate()
    .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });

/** The bytes of a picture, as WebP; undefined if there is none. */
export async function pictureBytes(db: Db, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('pictures').select('bytes').where('id', '=', id).executeTakeFirst();
  return row?.bytes;
}
