/** A violation of one field, not yet translated. */
export interface Complaint {
  /** The field's path, in the API's field names. */
  propertyPath: string;
  /** A key of the `validation` texts. */
  key: string;
  values?: Record<string, string | number>;
}

/** An error response. `key` is a key of the `problems` texts. */
export class ProblemError extends Error {
  readonly status: number;
  readonly key: string;
  readonly complaints: Complaint[];
  /** When the client may retry, if a retry can help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, key: string, complaints: Complaint[] = [], retryAfterSeconds?: number) {
    super(complaints[0] ? `${key}: ${complaints[0].propertyPath} ${complaints[0].key}` : key);
    this.status = status;
    this.key = key;
    this.complaints = complaints;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns a 404 error: the resource does not exist, or the feature is switched off. */
export const notFound = () => new ProblemError(404, 'notFound');

/** Returns a 403 error: the person may not do this. `key` is the reason. */
export const forbidden = (key: string) => new ProblemError(403, key);

/** Returns a 422 error: one field's value is invalid. */
export const violation = (propertyPath: string, key: string, values?: Record<string, string | number>) =>
  new ProblemError(422, 'violations', [values ? { propertyPath, key, values } : { propertyPath, key }]);
