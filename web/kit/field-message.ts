import type { TFunction } from 'i18next';
import type * as z from 'zod/mini';
import { complaintOf } from '../../contract/kit/complaint.ts';

/**
 * Adds the limit to the messages of a schema, as in «value.tooLong 500», because a form stores only the message of an
 * issue. The message is translated when it is displayed.
 */
export function withLimits(schema: z.ZodMiniType) {
  const standard = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate: async (value: unknown) => {
        const result = await standard.validate(value);
        if (!result.issues) return result;
        return { issues: result.issues.map((issue) => ({ ...issue, message: withLimit(issue) })) };
      },
    },
  };
}

function withLimit(issue: { message: string }): string {
  const { values } = complaintOf(issue);
  return values ? `${issue.message} ${values.maximum}` : issue.message;
}

/** Returns the text of a field's error. A message that is not a key comes from the server, which has translated it. */
export function fieldError(t: TFunction<'validation'>, message: string | undefined): string | undefined {
  const [, key, maximum] = message?.match(/^([a-zA-Z]+\.[a-zA-Z]+)(?: (\S+))?$/) ?? [];
  if (!key) return message || undefined;
  return t(key as never, { ns: 'validation', maximum: Number(maximum) });
}
