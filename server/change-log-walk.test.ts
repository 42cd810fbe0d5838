import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../contract/api.ts';
import { isManaged, type Operation } from '../contract/kit/operation.ts';
import type { Task } from '../contract/managed/tasks.ts';
import { missingLabels } from './testing/change-labels.ts';
import { switchComments } from './testing/comments.ts';
import { type ManagedCall, managedMutations } from './testing/managed-mutations.ts';

import { finishTask } from './testing/tasks.ts';
import { type Browser, idOf, type TestApp, testApp } from './testing/test-app.ts';

type Person = Browser & { iri: string; email: string };

let app: TestApp;
let organiser: Person;
let stranger: Person;
let calls: Record<string, () => Promise<ManagedCall>>;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  stranger = await app.participant();
  calls = managedMutations(app, organiser);
  await switchComments(app.database.db, true);
  const params = { id: 1 };
  const settings = await organiser.call(api.managedSettings.one, { params });
  const body = { ...settings, teamsEnabled: true, allowTeamCreation: true };
  await organiser.call(api.managedSettings.replace, { params, body });
});
afterAll(() => app.close());

/** Calls that send data but change nothing. */
const readOnly = [api.managedProgressMaps.lines];
const consents = 'managedConsentTexts.';
const mutations = Object.entries(api)
  .flatMap(([domain, ops]) =>
    Object.entries(ops).map(([key, op]) => [`${domain}.${key}`, op as Operation] as const),
  )
  .filter(([, op]) => isManaged(op) && op.method !== 'GET' && !readOnly.some((one) => one === op))
  // Consent texts come last, because once one exists, signing up requires consent.
  .sort(([one], [other]) => Number(one.startsWith(consents)) - Number(other.startsWith(consents)));

/** The lines of the change log, oldest first. */
const lines = () =>
  app.database.db
    .selectFrom('change_log')
    .select(['id', 'actor_id', 'resource', 'action', 'before', 'after'])
    .orderBy('id')
    .execute();

describe('every change that organisers can make', () => {
  it('is covered by this test', () => {
    expect(Object.keys(calls).sort()).toEqual(mutations.map(([key]) => key).sort());
  });

  it.each(mutations)('%s adds a line to the change log, but not if it is refused', async (key, op) => {
    const [called, input] = await (calls[key] as () => Promise<ManagedCall>)();
    expect(called).toBe(op);
    const before = await lines();
    await send(op, input);
    const added = (await lines()).slice(before.length);
    expect(added.map(({ actor_id }) => actor_id)).toContain(idOf(organiser));
    const known = await lines();
    await stranger.refused(op, input);
    expect(await lines()).toEqual(known);
  });

  it('has labels for its action and fields in every language', async () => {
    expect(missingLabels(await lines())).toEqual([]);
  });
});

/** Makes a call as an organiser, and runs the task that the call enqueues, if any. */
async function send(op: Operation, { form, ...input }: { form?: FormData }): Promise<void> {
  if (form) return upload(op, form);
  const answer: unknown = await organiser.call(op, input as never);
  // The task freezes the results; the change is logged when the task ends.
  if (op === api.managedChallenges.freeze) await finishTask(app, (answer as Task).id);
}

async function upload(op: Operation, form: FormData): Promise<void> {
  const sent = new Response(form);
  const response = await organiser.send({
    method: 'POST',
    url: op.path,
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect(response.statusCode).toBe(op.status);
}
