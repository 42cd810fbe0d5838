import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The only folder with statements that write activities. */
const owner = 'server/activities/writes/';

/** Other code that writes activities, with the reason. */
const exceptions = [
  'demo/activities.ts', // fills an empty database in bulk, and then rebuilds all boards
  'bench/bench-data.ts', // fills an empty database in bulk, and then rebuilds all boards
  'bench/rule-change.ts', // prepares a measurement, and then rebuilds all boards
  'scripts/dump-release.ts', // makes a dump smaller, and then rebuilds all boards
  'e2e/engine.ts', // moves the demo's activities to today, and then rebuilds all boards
];

const write =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]activities\b|\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:public\.)?"?activities\b/i;

it('only one folder writes activities, so that every write updates boards, caps and cases', () => {
  const writers = globSync('{server,demo,bench,scripts,torture,truth,attack,e2e}/**/*.ts')
    .filter((path) => !path.startsWith('server/db/') && !path.endsWith('.test.ts'))
    .filter((path) => write.test(readFileSync(path, 'utf8')) && !path.startsWith(owner));
  expect(writers.sort()).toEqual(exceptions.sort());
});

it.each([
  "tx.updateTable('activities').set({ counts: true })",
  "tx.deleteFrom(\n  'activities as removed')",
  "tx.insertInto('activities')",
  'sql`with entry as (\n  insert into activities (person_id) select 1)`',
  'sql`UPDATE\n  activities set counts = false`',
  'sql`delete from "activities" where id = 1`',
])('%j is a statement that writes activities', (text) => expect(text).toMatch(write));

it.each(["selectFrom('activities')", 'delete from activity_likes', 'for update of activities'])(
  '%j is not a statement that writes activities',
  (text) => expect(text).not.toMatch(write),
);
