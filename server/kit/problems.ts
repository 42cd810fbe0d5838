import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { complaintOf } from '../../contract/kit/complaint.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Problem } from '../../contract/kit/problem.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { Iris } from './iris.ts';
import { httpRefused } from './metrics.ts';
import { type Complaint, ProblemError } from './problem-error.ts';
import { unavailableRetrySeconds } from './request-limits.ts';

/** Returns the text for a key in the given language. */
export type Translate = (
  language: Language,
  namespace:
    | 'problems'
    | 'layout'
    | 'validation'
    | 'mails'
    | 'passwords'
    | 'identities'
    | 'common'
    | 'export'
    | 'poster'
    | 'rankings'
    | 'results'
    | 'sandbox'
    | 'sessions',
  key: string,
  values?: Record<string, unknown>,
) => string;

/** The text key for each status code of Fastify's own errors. */
const keysOfStatus: Record<number, string> = {
  400: 'badRequest',
  404: 'notFound',
  413: 'tooLarge',
  415: 'unsupportedMediaType',
};

interface Surroundings {
  translate: Translate;
  languageOf(request: FastifyRequest): Language;
  iris: Iris;
}

/** Sends any error as a problem response in the request's language. */
export function problemSender({ translate, languageOf, iris }: Surroundings) {
  return (failure: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = problemOf(failure);
    if (error.status === 429 || error.status === 503) httpRefused.inc({ reason: error.key });
    if (error.status >= 500) request.log.error({ err: failure }, 'request failed');
    const language = languageOf(request);
    const violations = error.complaints.map(({ propertyPath, key, values }) => ({
      propertyPath,
      message: translate(language, 'validation', key, values),
      code: key,
    }));
    const title = translate(language, 'problems', `${error.key}.title`, { count: violations.length });
    const detail =
      violations.length > 0
        ? violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('\n')
        : translate(language, 'problems', `${error.key}.detail`, {
            id: request.id,
            count: minutesToWait(error),
          });
    const isList = violations.length > 0;
    const problem: Problem = {
      '@context': iris.of(`/platform/api/contexts/${isList ? 'ConstraintViolationList' : 'Error'}`),
      '@type': isList ? 'ConstraintViolationList' : 'hydra:Error',
      type: 'about:blank',
      title,
      status: error.status,
      detail,
      'hydra:title': title,
      'hydra:description': detail,
      ...(isList ? { violations } : {}),
    };
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    reply
      // The request may have failed while another response was being sent.
      .removeHeader('content-encoding')
      .removeHeader('etag')
      .code(error.status)
      .type('application/problem+json; charset=utf-8')
      .header('cache-control', 'no-store')
      .serializer(JSON.stringify)
      .send(problem);
  };
}

/** Returns the number of minutes until a retry, as shown in error texts. */
const minutesToWait = ({ retryAfterSeconds = 0 }: ProblemError) => Math.ceil(retryAfterSeconds / 60);

function problemOf(error: FastifyError | ProblemError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isUnavailable(error)) return new ProblemError(503, 'unavailable', [], unavailableRetrySeconds);
  if (error.validation && error.validationContext === 'params') return new ProblemError(404, 'notFound');
  if (error.validation) return new ProblemError(422, 'violations', complaintsOf(error.validation));
  const status = error instanceof ResponseSerializationError ? 500 : (error.statusCode ?? 500);
  const key = keysOfStatus[status];
  if (key) return new ProblemError(status, key);
  return status >= 400 && status < 500
    ? new ProblemError(status, 'badRequest')
    : new ProblemError(500, 'internal');
}

/** Converts zod's issues to `Complaint`s. */
function complaintsOf(issues: NonNullable<FastifyError['validation']>): Complaint[] {
  return issues.map((issue) => ({
    propertyPath: issue.instancePath.slice(1).replaceAll('/', '.'),
    ...complaintOf({ message: issue.message, maximum: issue.params.maximum }),
  }));
}
