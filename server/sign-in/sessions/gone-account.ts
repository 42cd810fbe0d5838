import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../kit/problem-error.ts';

/**
 * Maps an error to its answer: if the account was deleted while the request was running, the answer is the same as for
 * a signed-out person.
 */
export function errorForDeletedAccount<Failure extends Error>(
  failure: Failure & { constraint?: string },
  request: FastifyRequest,
): Failure | ProblemError {
  const isGone = request.person && failure.constraint?.endsWith('_person_id_fkey');
  return isGone ? new ProblemError(401, 'signedOut') : failure;
}
