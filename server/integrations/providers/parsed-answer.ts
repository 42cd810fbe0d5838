import type * as z from 'zod';
import type { ServiceAnswer } from './provider-call.ts';
import { ProviderError } from './provider-error.ts';

/** What a service answers, as far as it is what it should be. Throws `down` if not: the service is not well. */
export function parsedAnswer<Schema extends z.ZodType>(
  service: string,
  schema: Schema,
  { body }: Pick<ServiceAnswer, 'body'>,
): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new ProviderError('down', `${service} answers something that is not understood`);
  return data;
}
