/** Why a file cannot be used. Each reason has a message in the `validation` texts, under the key `file.<reason>`. */
export type FileReason = 'broken' | 'noActivity' | 'noTimes' | 'inFuture' | 'known' | 'tooLarge';

/** The error for a workout file that cannot be used. */
export class FileFailure extends Error {
  readonly reason: FileReason;

  constructor(reason: FileReason) {
    super(reason);
    this.reason = reason;
  }
}
