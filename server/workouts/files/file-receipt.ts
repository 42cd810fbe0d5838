import type { Temporal } from 'temporal-polyfill';
import { timeOf } from '../../../contract/kilometres.ts';
import type { SentFile } from '../../../contract/kit/operation.ts';
import type { WorkoutFile, WorkoutOfFile } from '../../../contract/workout-files.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { violation } from '../../kit/problem-error.ts';
import { tooLargeFile } from '../../kit/sent-file.ts';
import { sportCollection } from '../../sports/sport.ts';
import { knowsSport } from '../../sports/sport-mapping.ts';
import { previewOf } from '../preview.ts';
import { receiveLocked, underLock } from '../receive-workouts.ts';
import { FileFailure } from './file-failure.ts';
import { readInThread } from './file-reader.ts';
import type { FileWorkout } from './file-workout.ts';
import { workoutOf } from './told-workout.ts';

/** Whose file it is, and what is to be done with it. */
export interface Receipt {
  personId: number;
  /** Where they are. */
  timeZone: string;
  isToBeSaved: boolean;
  /** The ids of the workouts to save; all where none are named. */
  only: Set<string> | undefined;
  /** Address of the sport of workouts whose file says none. */
  sport: string | undefined;
}

/**
 * Reads a file and says what is in it, or saves that: all that is to be saved, or nothing. Throws 422 on `file` where it cannot be used or all of it
 * is known already, 413 where it is too large, 422 on `sport` where something without a sport is to be saved.
 */
export async function receiveFile(
  db: Db,
  iris: Iris,
  file: SentFile,
  receipt: Receipt,
  now: Temporal.Instant,
): Promise<Omit<WorkoutFile, '@context'>> {
  const { workouts: told, refused } = await readInThread(file, now).catch(refuse);
  const chosen = receipt.sport === undefined ? undefined : await chosenSport(db, iris, receipt.sport);
  const receiveAll = async (tx: Db) => {
    const received: WorkoutOfFile[] = [];
    for (const one of told) {
      const workout = await receiveOne(tx, iris, one, chosen, receipt, now);
      if (!received.some(({ id }) => id === workout.id)) received.push(workout);
    }
    return received;
  };
  const workouts = receipt.isToBeSaved
    ? await underLock(db, receipt.personId, receiveAll)
    : await db.transaction().execute(receiveAll);
  if (workouts.every(({ state }) => state === 'known')) throw violation('file', 'file.known');
  return {
    '@id': iris.of('/platform/api/workout_files'),
    '@type': 'WorkoutFile',
    name: file.name,
    workouts,
    refused: refused.map(({ name, reason }) => ({ name, code: `file.${reason}` })),
  };
}

function refuse(failure: unknown): never {
  if (!(failure instanceof FileFailure)) throw failure;
  throw failure.reason === 'tooLarge' ? tooLargeFile() : violation('file', `file.${failure.reason}`);
}

/** The name of a sport that people can choose, which is also the word for it. */
async function chosenSport(db: Db, iris: Iris, address: string): Promise<string> {
  const id = iris.numberIn(sportCollection, address);
  const sport =
    id &&
    (await db
      .selectFrom('sports')
      .select('name')
      .where('id', '=', id)
      .where('approved', '=', true)
      .executeTakeFirst());
  if (!sport) throw violation('sport', 'sport.unknown');
  return sport.name;
}

async function receiveOne(
  tx: Db,
  iris: Iris,
  told: FileWorkout,
  chosen: string | undefined,
  { personId, timeZone, isToBeSaved, only }: Receipt,
  now: Temporal.Instant,
): Promise<WorkoutOfFile> {
  const ownWord =
    told.sportType && (await knowsSport(tx, 'file', told.sportType)) ? told.sportType : undefined;
  const word = ownWord ?? chosen;
  // Without a sport the rest can be told all the same: any will do.
  const workout = workoutOf(told, timeZone, word ?? 'other');
  const preview = await previewOf(tx, personId, 'file', workout, now);
  const isWanted = isToBeSaved && !preview.isKnown && (!only || only.has(workout.externalId));
  if (isWanted && word === undefined) throw violation('sport', 'value.required');
  if (isWanted) await receiveLocked(tx, personId, 'file', { workouts: [workout], days: [] }, now);
  return {
    id: workout.externalId,
    state: preview.isKnown ? 'known' : isWanted ? 'saved' : 'new',
    performedAt: preview.performedOn,
    startedAt: workout.startedAt.toString(),
    name: told.name,
    device: told.device,
    sport:
      word === undefined
        ? null
        : {
            '@id': iris.of(`${sportCollection}/${preview.sportId}`),
            '@type': 'Sport',
            id: preview.sportId,
            labels: preview.labels,
          },
    kilometers: told.metres === null ? null : told.metres / 1000,
    elapsedTime: timeOf(told.elapsedSeconds),
    movingTime: told.movingSeconds === null ? null : timeOf(told.movingSeconds),
    challengeKms: word === undefined ? null : preview.countedMetres / 1000,
    sameAs: preview.sameAs,
  };
}
