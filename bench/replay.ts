import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startReplayServer } from './replay-server.ts';
import { readStepsExport, type SkippedRow, type StepsRow } from './steps-export.ts';

/**
 * Sends a steps export to the server through the public API alone: each person signs up, signs in and posts their days
 * one after another. Then compares the challenge's ranking with the ranking computed from the file. Exits with status 1
 * if a rank or distance differs, or if a row is unaccounted for.
 */

const password = 'walked every single day';
/** The number of people who send their days at the same time: enough to keep the server busy without long waits. */
const concurrency = 8;

const { positionals } = parseArgs({ allowPositionals: true });
const [file] = positionals;
if (!file) throw new Error('Usage: npm run replay -- FILE');
const { rows, skipped } = readStepsExport(readFileSync(file, 'utf8'));
const server = await startReplayServer();

const people = Map.groupBy(rows, ({ person }) => person);
const refused: SkippedRow[] = [];
const accepted: StepsRow[] = [];
const waiting = [...people];
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await replayPerson(...next);
  }),
);

for (const { line, reason } of [...skipped, ...refused].sort((a, b) => a.line - b.line))
  console.log(`line ${line}: ${reason}`);
console.log(
  `${rows.length + skipped.length} rows: ${accepted.length} sent, ${skipped.length} skipped, ${refused.length} refused; ${people.size} people`,
);
const differences = compare(
  await readRanking(),
  rank(accepted.filter(({ day }) => server.startsOn <= day && day <= server.endsOn)),
);
const lost = rows.length - accepted.length - refused.length;
console.log(`${differences} differences, ${lost} rows lost`);
await server.close();
process.exit(differences === 0 && lost === 0 ? 0 : 1);

async function post(path: string, body: object, cookie = ''): Promise<Response> {
  return fetch(server.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', cookie },
    body: JSON.stringify(body),
  });
}

/** Signs a person up and in; returns their cookie. */
async function signIn(person: string): Promise<string> {
  const email = `${person}@example.com`;
  const account = {
    givenName: 'Walker',
    surname: person,
    email,
    guestCode: server.guestCode,
    password,
    language: 'en',
  };
  const signedUp = await post('/platform/api/sign_up_requests', account);
  if (signedUp.status !== 201) throw new Error(await signedUp.text());
  const signedIn = await post('/global-challenge-login', { username: email, password });
  if (signedIn.status !== 200) throw new Error(await signedIn.text());
  return signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function replayPerson(person: string, days: StepsRow[]): Promise<void> {
  const cookie = await signIn(person);
  for (const row of days) {
    const answer = await post(
      '/platform/api/activities',
      {
        performedAt: row.day,
        sport: server.sport,
        amountType: 'steps',
        steps: row.steps,
        time: null,
        kilometers: null,
      },
      cookie,
    );
    if (answer.status === 201) accepted.push(row);
    else refused.push({ line: row.line, reason: ((await answer.json()) as { detail: string }).detail });
  }
}

interface Place {
  person: string;
  kilometers: string;
  rank: number;
}

async function readRanking(): Promise<Place[]> {
  const params = new URLSearchParams({ periodType: 'challenge', challenge: server.challenge, limit: '2000' });
  const cookie = await signIn('0');
  const answer = await fetch(`${server.address}/platform/api/stats_activities?${params}`, {
    headers: { cookie },
  });
  const board = (await answer.json()) as {
    'hydra:member': { performer: { surname: string }; kilometers: number; rank: number }[];
  };
  return board['hydra:member'].map(({ performer, kilometers, rank }) => ({
    person: performer.surname,
    kilometers: kilometers.toFixed(3),
    rank,
  }));
}

/**
 * Computes the ranking from the file, in whole numbers: 0.7 m per step, each day rounded to metres, summed, and ranked
 * by kilometres with two decimals.
 */
function rank(days: StepsRow[]): Place[] {
  const sums = [...Map.groupBy(days, ({ person }) => person)].map(([person, own]) => ({
    person,
    metres: own.reduce((sum, { steps }) => sum + Math.floor((steps * 7 + 5) / 10), 0),
  }));
  const shown = (metres: number) => Math.floor((metres + 5) / 10);
  return sums
    .filter(({ metres }) => shown(metres) > 0)
    .map(({ person, metres }) => ({
      person,
      kilometers: (metres / 1000).toFixed(3),
      rank: 1 + sums.filter((other) => shown(other.metres) > shown(metres)).length,
    }))
    .sort((a, b) => a.rank - b.rank || (a.person < b.person ? -1 : 1));
}

/** Prints both rankings side by side; returns the number of people whose rank or distance differs. */
function compare(served: Place[], expected: Place[]): number {
  const byPerson = new Map(served.map((place) => [place.person, place]));
  let differing = served.length === expected.length ? 0 : Math.abs(served.length - expected.length);
  console.log('person        from the file          from the API');
  for (const place of expected) {
    const found = byPerson.get(place.person);
    const same = found?.kilometers === place.kilometers && found.rank === place.rank;
    if (!same) differing += 1;
    const cell = (one?: Place) =>
      one ? `${String(one.rank).padStart(3)}  ${one.kilometers.padStart(9)} km` : '—';
    console.log(`${place.person.padEnd(12)} ${cell(place)}   ${cell(found)}${same ? '' : '   differs'}`);
  }
  return differing;
}
