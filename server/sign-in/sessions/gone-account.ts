import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../kit/problem-error.ts';

/**
 * A failure as it should be told: where the account of whoever asked was deleted while their request was
 * under way, what it wrote would belong to nobody, and they are signed out.
 */
export function errorForDeletedAccount<Failure extends Error>(
  failure: Failure & { constraint?: string },
  request: FastifyRequest,
): Failure | ProblemError {
  const isGone = request.person && failure.constraint?.endsWith('_person_id_fkey');
  return isGone ? new ProblemError(401, 'signedOut') : failure;
}
