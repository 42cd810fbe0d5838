import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../kit/problem-error.ts';

/**
 * Returns the 401 error for signed-out people if the request failed because its person's account was deleted
 * concurrently, and otherwise `failure` itself.
 */
export function errorForDeletedAccount<Failure extends Error>(
  failure: Failure & { constraint?: string },
  request: FastifyRequest,
): Failure | ProblemError {
  const isGone = request.person && failure.constraint?.endsWith('_person_id_fkey');
  return isGone ? new ProblemError(401, 'signedOut') : failure;
}
