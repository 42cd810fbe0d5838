import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { requiredText } from '../../contract/kit/fields.ts';
import { fieldError, withLimits } from './field-message.ts';

const t = ((key: string, values: object) =>
  `${key} ${JSON.stringify(values)}`) as unknown as TFunction<'validation'>;

it('the message about a text that is too long contains the limit', async () => {
  const { issues } = await withLimits(z.object({ reason: requiredText(500) }))['~standard'].validate({
    reason: 'x'.repeat(501),
  });
  expect(issues).toMatchObject([{ path: ['reason'], message: 'value.tooLong 500' }]);
  expect(fieldError(t, issues?.[0]?.message)).toBe('value.tooLong {"ns":"validation","maximum":500}');
});

it('messages from the server stay unchanged', () => {
  expect(fieldError(t, 'There is already an account.')).toBe('There is already an account.');
  expect(fieldError(t, undefined)).toBeUndefined();
});
