import type * as z from 'zod';
import type { ServiceAnswer } from './provider-call.ts';
import { ProviderError } from './provider-error.ts';

/** Parses a service's response. Throws `down` if the response is invalid, because the service is then not working. */
export function parsedAnswer<Schema extends z.ZodType>(
  service: string,
  schema: Schema,
  { body }: Pick<ServiceAnswer, 'body'>,
): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new ProviderError('down', `${service} sent a response in an unknown format`);
  return data;
}
