import { createHmac } from 'node:crypto';
import * as z from 'zod';

/** The product's name in a manifest, to recognise backups of other products. */
const product = 'company-challenge';

/** The version of the file format. Increase it when older releases can no longer read the file. */
const format = 1;

const manifest = z.object({
  product: z.literal(product),
  format: z.literal(format),
  /** The release that made the backup. */
  version: z.string(),
  engine: z.enum(['postgresql', 'embedded']),
  /** The version of the database engine. */
  engineVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the database has run, in the order of their names. */
  migrations: z.array(z.string()).min(1),
  /** Identifies the secret that encrypted the tokens in the database. */
  secretFingerprint: z.string(),
});

/** The metadata of a backup: its release, its engine and the state of its database. */
export type Manifest = z.infer<typeof manifest>;

/** Returns the manifest of a new backup. */
export const newManifest = (facts: Omit<Manifest, 'product' | 'format'>): Manifest => ({
  product,
  format,
  ...facts,
});

/**
 * Reads a manifest. Throws if the file is not a backup of this product, is damaged, or can only be read by a
 * later release.
 */
export function readManifest(text: string): Manifest {
  const data = parsedJson(text);
  if (data.product !== product) throw new Error('The file is not a backup of this platform.');
  if (typeof data.format === 'number' && data.format > format)
    throw new Error(
      `This backup was made by version ${data.version}: restore it with that version or a later one.`,
    );
  const parsed = manifest.safeParse(data);
  if (!parsed.success) throw new Error('The backup is damaged: its manifest is incomplete.');
  return parsed.data;
}

function parsedJson(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Returns a value that identifies a secret without revealing it. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint in a backup').digest('hex').slice(0, 32);
