import { setTimeout } from 'node:timers/promises';
import { formWith, gpxFile } from '../server/testing/workout-files.ts';
import { type Answer, type Request, send } from './answer.ts';
import { isBuilt } from './read-requests.ts';
import type { Traffic } from './traffic.ts';

/** The requests that the dashboard and the boards make. */
const reads = [
  ...(isBuilt ? ['/'] : []),
  '/platform/api/person_infos/me',
  '/platform/api/configs',
  '/platform/api/challenges/current',
  '/platform/api/challenge_statss/all',
  '/platform/api/activities?itemsPerPage=10',
  '/platform/api/stats_activities?periodType=week&limit=15',
  '/platform/api/stats_activities?periodType=all&limit=2000',
  '/platform/api/team_stats_activities?periodType=month&limit=15',
];

/**
 * Simulates a signed-in person, who repeatedly opens the dashboard and the boards, logs an activity and imports a file.
 */
export async function normalUser(address: string, cookie: string, seconds: number) {
  const answers: Answer[] = [];
  const imports: { status: number | string; milliseconds: number }[] = [];
  const sent: Traffic['sent'] = new Map();
  const phases: Traffic['phases'] = [{ phase: 'quiet', since: performance.now() }];
  const end = performance.now() + seconds * 1000;
  for (let round = 0; performance.now() < end; round += 1) {
    for (const path of reads)
      if (performance.now() < end)
        answers.push(await send(address, { what: `GET ${path}`, kind: 'read', by: 0, cookie }));
    answers.push(await send(address, entry(sent, cookie)));
    if (round % 5 === 0) imports.push(await importFile(address, cookie, round));
    await setTimeout(100);
  }
  return { answers, imports, sent, phases };
}

function entry(sent: Traffic['sent'], cookie: string): Request {
  const name = `torture normal ${sent.size}`;
  sent.set(name, undefined);
  return {
    ...{ what: 'POST /platform/api/activities', kind: 'log', by: 0, cookie },
    body: {
      performedAt: new Date().toISOString().slice(0, 10),
      ...{ sport: '/platform/api/sports/1', amountType: 'steps', steps: 1000, info: name },
    },
    acknowledged: (uuid) => sent.set(name, uuid),
  };
}

async function importFile(address: string, cookie: string, round: number) {
  const start = new Date(Date.now() - 86_400_000 * (3 + round)).toISOString();
  const { payload, headers } = formWith('run.gpx', gpxFile({ start, minutes: 30 }));
  const begin = performance.now();
  const status = await fetch(`${address}/platform/api/workout_files`, {
    ...{ method: 'POST', headers: { ...headers, cookie }, body: new Uint8Array(payload) },
    signal: AbortSignal.timeout(30_000),
  }).then(
    (answer) => answer.status,
    (error: Error) => error.message,
  );
  return { status, milliseconds: performance.now() - begin };
}
