import type { FastifyRequest } from 'fastify';

/**
 * Whether a client asks for an answer that includes what other processes have just written. Our apps do for a second
 * after each change that they send.
 */
export const asksFresh = ({ headers }: FastifyRequest): boolean => headers['cache-control'] === 'no-cache';
