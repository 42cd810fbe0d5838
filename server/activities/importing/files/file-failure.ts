/** Why a file cannot be used; each reason has a message in the `validation` texts, `file.<reason>`. */
export type FileReason = 'broken' | 'noActivity' | 'noTimes' | 'inFuture' | 'known' | 'tooLarge';

/** A file of workouts that cannot be used, for one reason. */
export class FileFailure extends Error {
  readonly reason: FileReason;

  constructor(reason: FileReason) {
    super(reason);
    this.reason = reason;
  }
}
