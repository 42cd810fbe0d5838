import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Amount, countedMetres as inBrowser } from '../../contract/kilometres.ts';
import type { Database } from '../db/db.ts';
import { testDatabase } from '../testing/test-database.ts';
import { countedMetres as inSql } from './kilometres.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Generates numbers with three decimal places, like the columns of a sport rule. */
const setting = (maximum: number) => fc.nat(maximum * 1000).map((thousandths) => thousandths / 1000);
const rule = fc.record({ kmFactor: setting(999), kmPerHour: setting(99), metresPerStep: setting(3) });
const amount: fc.Arbitrary<Amount> = fc.oneof(
  fc.record({ amountType: fc.constant('km' as const), metres: fc.integer({ min: 1, max: 999_990 }) }),
  fc.record({ amountType: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 359_999 }) }),
  fc.record({ amountType: fc.constant('steps' as const), steps: fc.integer({ min: 1, max: 200_000 }) }),
);

it('computes the same counted metres in SQL as in the browser’s preview', async () => {
  await fc.assert(
    fc.asyncProperty(rule, amount, async (by, of) => {
      const {
        seconds = null,
        metres = null,
        steps = null,
      } = of as { seconds?: number; metres?: number; steps?: number };
      const expected = inBrowser(by, of);
      fc.pre(expected < 2 ** 31);
      const { rows } = await sql<{ counted: number }>`
        select ${inSql(sql`given`)} as counted
        from (
          select ${of.amountType}::text as amount_type, ${seconds}::int as seconds,
            ${metres}::int as metres, ${steps}::int as steps
        ) as given
        cross join (
          select ${by.kmFactor}::numeric as km_factor, ${by.kmPerHour}::numeric as km_per_hour,
            ${by.metresPerStep}::numeric as metres_per_step
        ) as sports`.execute(database.db);
      expect(rows).toEqual([{ counted: expected }]);
    }),
    { numRuns: 500 },
  );
});
