import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { complaintOf } from './complaint.ts';
import { requiredText } from './fields.ts';

const complaints = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(complaintOf);

it('the problem reported for an overlong text states the maximum length', () => {
  expect(complaints(requiredText(500), 'x'.repeat(501))).toEqual([
    { key: 'value.tooLong', values: { maximum: 500 } },
  ]);
});

it('a problem has a generic key unless the schema sets its own', () => {
  expect(complaints(requiredText(500), '')).toEqual([{ key: 'value.required' }]);
  expect(complaints(z.boolean(), 'yes')).toEqual([{ key: 'value.invalid' }]);
});
