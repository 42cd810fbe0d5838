import type { Temporal } from 'temporal-polyfill';
import { timeOf } from '../../../../contract/kilometres.ts';
import type { SentFile } from '../../../../contract/kit/operation.ts';
import type { WorkoutFile, WorkoutOfFile } from '../../../../contract/workout-files.ts';
import type { Db } from '../../../db/db.ts';
import { detailsOf, hiddenSource } from '../../../db/workout-details.ts';
import type { Iris } from '../../../kit/iris.ts';
import { activitiesLogged } from '../../../kit/metrics.ts';
import { violation } from '../../../kit/problem-error.ts';
import { tooLargeFile } from '../../../kit/sent-file.ts';
import { sportCollection } from '../../../sports/sport.ts';
import { knowsSport } from '../../../sports/sport-mapping.ts';
import { holdForSpeed } from '../../correction/motor-speed-hold.ts';
import { isOneRecording } from '../../matching/similarity.ts';
import { withPersonLock } from '../../source-records/person-lock.ts';
import { saveWorkouts } from '../../source-records/receive-workouts.ts';
import { FileFailure } from './file-failure.ts';
import { readInThread } from './file-reader.ts';
import type { FileWorkout } from './file-workout.ts';
import { isMotorSpeed, speedLimits } from './motor-speed.ts';
import { previewOf } from './preview.ts';
import { comparableWorkout, externalIdOf, workoutOf } from './reported-workout.ts';

/** Who uploaded a file, and what to do with the file. */
export interface Receipt {
  personId: number;
  timeZone: string;
  isToBeSaved: boolean;
  /** The ids of the workouts to save. If undefined, all workouts are saved. */
  only: Set<string> | undefined;
  /** The address of the sport for workouts that have no sport in the file. */
  sport: string | undefined;
}

/**
 * Previews the workouts of a file, or saves them. Throws 413 if the file is too large, and 422 on `file` if the file
 * cannot be used or all its workouts are already known. Throws 422 on `sport`, and saves nothing, if a workout to save
 * has no sport.
 */
export async function receiveFile(
  db: Db,
  iris: Iris,
  file: SentFile,
  receipt: Receipt,
  now: Temporal.Instant,
): Promise<Omit<WorkoutFile, '@context'>> {
  const { workouts: received, refused } = await readInThread(file, now).catch(refuse);
  const chosen = receipt.sport === undefined ? undefined : await chosenSport(db, iris, receipt.sport);
  const { isToBeSaved, personId } = receipt;
  if (isToBeSaved) await refuseWithoutSport(db, received, chosen, receipt, now);
  const workouts: WorkoutOfFile[] = [];
  for (const [at, one] of received.entries()) {
    const isRepeated = received.slice(0, at).some((other) => isSameRecording(one, other));
    const receive = async (tx: Db) => ({
      ...(await receiveOne(tx, iris, one, chosen, receipt, now)),
      isRepeated,
    });
    // Each workout is saved in its own transaction, so that other members of the person's team wait for one workout,
    // not for a whole year of workouts. After an outage, the person can send the file again to save the rest.
    const workout = isToBeSaved
      ? await withPersonLock(db, personId, receive)
      : await db.transaction().execute(receive);
    if (workout.state === 'saved') activitiesLogged.inc({ source: detailsOf(db) ? hiddenSource : 'file' });
    if (!workouts.some(({ id }) => id === workout.id)) workouts.push(workout);
  }
  if (workouts.every(({ state }) => state === 'known')) throw violation('file', 'file.known');
  return {
    '@id': iris.of('/platform/api/workout_files'),
    '@type': 'WorkoutFile',
    name: file.name,
    workouts,
    refused: refused.map(({ name, reason }) => ({ name, code: `file.${reason}` })),
  };
}

const isSameRecording = (one: FileWorkout, other: FileWorkout) =>
  isOneRecording(comparableWorkout(one), comparableWorkout(other));

function refuse(failure: unknown): never {
  if (!(failure instanceof FileFailure)) throw failure;
  throw failure.reason === 'tooLarge' ? tooLargeFile() : violation('file', `file.${failure.reason}`);
}

/** Returns the name of the sport that the person chose. Throws 422 if the sport is unknown or not approved. */
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

/** Throws 422 on `sport` if a workout to save has no sport. */
async function refuseWithoutSport(
  db: Db,
  received: FileWorkout[],
  chosen: string | undefined,
  { personId, timeZone, only }: Receipt,
  now: Temporal.Instant,
): Promise<void> {
  if (chosen !== undefined) return;
  for (const one of received) {
    if ((only && !only.has(externalIdOf(one))) || (await sportTypeInFile(db, one)) !== undefined) continue;
    const workout = workoutOf(one, timeZone, 'other');
    const { isKnown } = await db.transaction().execute((tx) => previewOf(tx, personId, 'file', workout, now));
    if (!isKnown) throw violation('sport', 'value.required');
  }
}

/** Returns the sport name that the file gives for a workout, if the platform maps that name to a sport. */
const sportTypeInFile = async (db: Db, { sportType }: FileWorkout) =>
  sportType && (await knowsSport(db, 'file', sportType)) ? sportType : undefined;

async function receiveOne(
  tx: Db,
  iris: Iris,
  received: FileWorkout,
  chosen: string | undefined,
  { personId, timeZone, isToBeSaved, only }: Receipt,
  now: Temporal.Instant,
): Promise<Omit<WorkoutOfFile, 'isRepeated'>> {
  const sportType = (await sportTypeInFile(tx, received)) ?? chosen;
  // If the sport is missing, preview the other values with an arbitrary sport.
  const workout = workoutOf(received, timeZone, sportType ?? 'other');
  const preview = await previewOf(tx, personId, 'file', workout, now);
  const isWanted = isToBeSaved && !preview.isKnown && (!only || only.has(workout.externalId));
  if (isWanted && sportType === undefined) throw violation('sport', 'value.required');
  const { sportType: type } = preview;
  const measured = received.sustainedSpeed ?? 0;
  const isFast = isMotorSpeed(type, measured);
  if (isWanted) {
    await saveWorkouts(tx, personId, 'file', { workouts: [workout], days: [] }, now);
    if (isFast)
      await holdForSpeed(tx, personId, workout.externalId, { type, measured, limit: speedLimits[type] }, now);
  }
  return {
    id: workout.externalId,
    state: preview.isKnown ? 'known' : isWanted ? 'saved' : 'new',
    performedAt: preview.performedOn,
    startedAt: workout.startedAt.toString(),
    name: received.name,
    device: received.device,
    sport:
      sportType === undefined
        ? null
        : {
            '@id': iris.of(`${sportCollection}/${preview.sportId}`),
            '@type': 'Sport',
            id: preview.sportId,
            labels: preview.labels,
          },
    kilometers: received.metres === null ? null : received.metres / 1000,
    elapsedTime: timeOf(received.elapsedSeconds),
    movingTime: received.movingSeconds === null ? null : timeOf(received.movingSeconds),
    challengeKms: sportType === undefined ? null : preview.countedMetres / 1000,
    isCutOff: received.isCutOff ?? false,
    isMotorSpeed: isFast,
    sameAs: preview.sameAs,
  };
}
