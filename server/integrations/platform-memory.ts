import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../contract/couplings.ts';
import type { Db } from '../db/db.ts';
import type { Encryptor } from '../db/encryption.ts';
import type { ProviderMemory } from './providers/provider.ts';

/** Gives access to a service's stored state, which is the same for all people and is encrypted. */
export function memoryOf(db: Db, encryptor: Encryptor, platform: Platform): ProviderMemory {
  const place = (key: string) => `${platform} ${key}`;
  return {
    async get(key) {
      const row = await db
        .selectFrom('service_memory')
        .select('value')
        .where('platform', '=', platform)
        .where('key', '=', key)
        .executeTakeFirst();
      try {
        return row && encryptor.decrypt(place(key), row.value);
      } catch {
        // The value was encrypted with an old secret. Ignore the value, because the provider recreates it when needed.
        return undefined;
      }
    },
    async set(key, text) {
      const value = encryptor.encrypt(place(key), text);
      await db
        .insertInto('service_memory')
        .values({ platform, key, value })
        .onConflict((conflict) => conflict.columns(['platform', 'key']).doUpdateSet({ value }))
        .execute();
    },
    async remove(key) {
      await db.deleteFrom('service_memory').where('platform', '=', platform).where('key', '=', key).execute();
    },
  };
}

/** Returns when a service accepts calls again; undefined if calls are not paused. */
export async function pauseOf(
  db: Db,
  platform: Platform,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('service_pauses')
    .select('until')
    .where('platform', '=', platform)
    .where('until', '>', now.toString() as never)
    .executeTakeFirst();
  return row?.until;
}

/** Pauses calls to a service in all processes until the given time. */
export async function pause(db: Db, platform: Platform, until: Temporal.Instant): Promise<void> {
  await db
    .insertInto('service_pauses')
    .values({ platform, until: until.toString() })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet({ until: until.toString() }))
    .execute();
}
