import type { Context } from '../../context.ts';

/**
 * Returns the platform's address without its last slash. `origin` is the configured origin; if it is
 * undefined, the request's origin is used.
 */
export const siteAddress = (
  { iris, request }: Pick<Context, 'iris' | 'request'>,
  origin: string | undefined,
): string => `${origin ?? `${request.protocol}://${request.host}`}${iris.of('')}`;
