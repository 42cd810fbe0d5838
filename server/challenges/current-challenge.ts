import type { Temporal } from 'temporal-polyfill';
import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { runForEverybody } from '../db/wait-budget.ts';
import { MemoryCache } from '../kit/memory-cache.ts';
import { type ChallengeRow, currentChallenge } from './challenge.ts';

/** Returns the challenge that is running now, or undefined. If `isFresh`, includes what other processes have just written. */
export type CurrentChallenge = (now: Temporal.Instant, isFresh: boolean) => Promise<ChallengeRow | undefined>;

/** Finds the current challenge like `currentChallenge`, and keeps it in memory until a challenge is changed. */
export function rememberedChallenge(db: Db, settingsCommits: Commits): CurrentChallenge {
  const cache = new MemoryCache<{ challenge: ChallengeRow | undefined }>(settingsCommits, {
    mostBytes: 1_000_000,
    sizeOf: () => 10_000,
    // Cached responses are made from the challenge.
    isNeverBusy: true,
  });
  return async (now, isFresh) => {
    // At the end of a day, another challenge may begin.
    const minute = String(Math.floor(now.epochMilliseconds / 60_000));
    const read = async () => ({ challenge: await runForEverybody(() => currentChallenge(db, now)) });
    return (await cache.of(minute, read, isFresh)).challenge;
  };
}
