import type { FastifyError } from 'fastify';
import { isUnavailable } from '../db/unavailable.ts';
import { ProblemError } from '../kit/problem-error.ts';
import type { Translate } from '../kit/problems.ts';
import { unavailableRetrySeconds } from '../kit/request-limits.ts';

/** The error keywords of RFC 7644, section 3.12, that we use. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** An error response of the SCIM interface. `detail` is for the directory's log, in English. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Converts any error to the status, the body and the Retry-After seconds of a SCIM error response. */
export function scimErrorOf(failure: FastifyError | ProblemError | ScimError, translate: Translate) {
  const retryAfter = failure instanceof ProblemError ? failure.retryAfterSeconds : undefined;
  const isBusy = isUnavailable(failure);
  const { status, message, scimType } = isBusy
    ? new ScimError(503, translate('en', 'problems', 'unavailable.detail'))
    : toScimError(failure, translate);
  return {
    status,
    retryAfter: isBusy ? unavailableRetrySeconds : retryAfter,
    body: {
      schemas: [errorSchema],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail: message,
    },
  };
}

function toScimError(failure: FastifyError | ProblemError | ScimError, translate: Translate): ScimError {
  if (failure instanceof ScimError) return failure;
  if (failure instanceof ProblemError) {
    const [complaint] = failure.complaints;
    if (!complaint)
      return new ScimError(
        failure.status,
        translate('en', 'problems', `${failure.key}.detail`, {
          count: Math.ceil((failure.retryAfterSeconds ?? 0) / 60),
        }),
      );
    const detail = `${complaint.propertyPath}: ${translate('en', 'validation', complaint.key, complaint.values)}`;
    const isTaken = complaint.key.endsWith('.taken');
    return isTaken ? new ScimError(409, detail, 'uniqueness') : new ScimError(400, detail, 'invalidValue');
  }
  const status = failure.statusCode ?? 500;
  if (status === 400) return new ScimError(400, 'The body is not valid JSON.', 'invalidSyntax');
  if (status === 413) return new ScimError(413, 'The body is too large.');
  if (status === 415) return new ScimError(415, 'The body must be application/scim+json.');
  return status < 500 ? new ScimError(status, 'Bad request.') : new ScimError(500, 'Internal error.');
}
