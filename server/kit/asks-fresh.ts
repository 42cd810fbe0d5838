import type { FastifyRequest } from 'fastify';

/**
 * Returns whether a client requests a response that includes the latest writes of other processes. Our apps request
 * this for a second after each change that they send.
 */
export const asksFresh = ({ headers }: FastifyRequest): boolean => headers['cache-control'] === 'no-cache';
