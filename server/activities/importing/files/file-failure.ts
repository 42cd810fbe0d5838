/** Why a file cannot be used. Each reason has a message in the `validation` texts, under the key `file.<reason>`. */
export type FileReason =
  | 'broken'
  | 'noActivity'
  | 'noTimes'
  | 'inFuture'
  | 'known'
  | 'tooLarge'
  /** Some workouts in the list of an export have no start, or neither duration nor distance. */
  | 'incomplete'
  /** The list of an export has more than the maximum number of workouts, so the oldest ones are left out. */
  | 'older'
  /** Some files contain something other than workouts, for example sleep data. */
  | 'beside';

/** The error for a workout file that cannot be used. */
export class FileFailure extends Error {
  readonly reason: FileReason;

  constructor(reason: FileReason) {
    super(reason);
    this.reason = reason;
  }
}
