import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../kit/problem-error.ts';

/**
 * Returns the error to respond with. If the account was deleted while the request was running, this is the error for
 * signed-out people.
 */
export function errorForDeletedAccount<Failure extends Error>(
  failure: Failure & { constraint?: string },
  request: FastifyRequest,
): Failure | ProblemError {
  const isGone = request.person && failure.constraint?.endsWith('_person_id_fkey');
  return isGone ? new ProblemError(401, 'signedOut') : failure;
}
