import { randomUUID } from 'node:crypto';
import type sharp from 'sharp';
import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';

/**
 * The maximum width and height of a stored picture: twice the width of the widest page, for high-resolution screens.
 */
const widest = 2560;

/**
 * The maximum number of pixels in an uploaded picture. Photographs have fewer pixels; opening a larger picture would
 * take gigabytes of memory.
 */
const mostPixels = 100_000_000;

/** The resolution for rendering vector drawings, in pixels per inch: four times their nominal size of 72. */
const vectorDensity = 4 * 72;

export interface Picture {
  id: string;
  width: number;
  height: number;
}

/**
 * Stores a picture from a file in any format that browsers can show. The picture is rotated upright, scaled down to
 * screen size and converted to WebP without the file's metadata. Throws 422 on `file` if the file is not a picture.
 */
export async function addPicture(db: Db, bytes: Uint8Array, author: Author): Promise<Picture> {
  // Loaded on first use, because the library takes 24 MB of memory.
  const { default: open } = await import('sharp');
  const { data, info } = await redraw(open, bytes).catch(() => {
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

const redraw = async (open: typeof sharp, bytes: Uint8Array) =>
  open(bytes, { limitInputPixels: mostPixels, density: vectorDensity })
    .rotate()
    .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });

/** Returns a picture's bytes, as WebP, or undefined if the picture does not exist. */
export async function pictureBytes(db: Db, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('pictures').select('bytes').where('id', '=', id).executeTakeFirst();
  return row?.bytes;
}
