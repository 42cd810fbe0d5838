import type { FastifyRequest } from 'fastify';

/** The client that a request comes from. */
export interface Visit {
  address: string;
  userAgent: string | undefined;
}

export const visitOf = ({ ip, headers }: FastifyRequest): Visit => ({
  address: ip,
  userAgent: headers['user-agent'],
});
