/** Why a file cannot be used. Each reason has a message in the `validation` texts, under the key `file.<reason>`. */
export type FileReason =
  | 'broken'
  | 'noActivity'
  | 'noTimes'
  | 'inFuture'
  | 'known'
  | 'tooLarge'
  /** A workout in the list of an export that is incomplete. */
  | 'incomplete'
  /** The older workouts in the list of an export, beyond the maximum number of workouts. */
  | 'older'
  /** The files of an export that are not about workouts, for example about sleep. */
  | 'beside';

/** The error for a workout file that cannot be used. */
export class FileFailure extends Error {
  readonly reason: FileReason;

  constructor(reason: FileReason) {
    super(reason);
    this.reason = reason;
  }
}
