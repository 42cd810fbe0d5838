import type { api } from '../../contract/api.ts';
import { closingOnceChanged } from '../challenges/challenge-change.ts';
import { managedChallenges } from '../challenges/managed-challenges.ts';
import { shownChallenge } from '../challenges/managed-routes.ts';
import type { Context } from '../context.ts';
import { attachment } from '../kit/attachment.ts';
import { visitOf } from '../kit/client-info.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Translate } from '../kit/problems.ts';
import type { Queue } from '../kit/queue.ts';
import { oneManaged } from '../management/managed-resource.ts';
import { authorOf } from '../management/managed-routes.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';
import { taskEnqueuer } from '../management/tasks/task.ts';
import { oneTask } from '../management/tasks/task-list.ts';
import { activitiesOn } from './challenge-count.ts';
import { requestFreeze } from './freezing.ts';
import { resultFileOf, resultsOf } from './frozen-results.ts';
import { reopenResults } from './reopening.ts';
import { resultArchive } from './result-archive.ts';

export const resultRoutes: Handlers<Context, typeof api.results> = {
  one: ({ db, iris }, { params }) => resultsOf(db, iris, params.uuid),
};

/** Returns the handlers for the calls with which organisers freeze, reopen and download the results of challenges. */
export const resultManagement = (
  queue: Queue,
  translate: Translate,
): Pick<
  Handlers<Context, typeof api.managedChallenges>,
  'freeze' | 'days' | 'reopen' | 'resultFile' | 'resultArchive'
> => {
  return {
    freeze: async ({ db, iris, language, person, now }, { params }) => {
      const ask = await taskEnqueuer(queue);
      const { uuid } = await oneManaged(db, iris, managedChallenges, params.id);
      const task = await db
        .transaction()
        .execute((tx) => requestFreeze(tx, ask, uuid, { by: person.id, now }));
      return oneTask(db, iris, language, task);
    },
    days: async ({ db, iris, now }, { params, query }) => {
      const challenge = await oneManaged(db, iris, managedChallenges, params.id);
      const { startsOn, endsOn, timeZone } = challenge;
      const graceHours = query.graceHours ?? challenge.graceHours;
      const [activitiesNow, activitiesThen] = await Promise.all([
        activitiesOn(db, { from: startsOn, until: endsOn }),
        activitiesOn(db, { from: query.startsOn, until: query.endsOn }),
      ]);
      const address = iris.of(`/platform/api/management/challenges/${params.id}/days`);
      const closesAt = closingOnceChanged({ endsOn: query.endsOn, timeZone, graceHours }, now).toString();
      return { '@id': address, '@type': 'ChallengeDays', activitiesNow, activitiesThen, closesAt };
    },
    reopen: async (context, { params, body }) => {
      const { db, iris } = context;
      const ask = await taskEnqueuer(queue);
      return shownChallenge(
        context,
        await reopenResults(db, iris, ask, params.id, body.reason, authorOf(context)),
      );
    },
    resultFile: async ({ db, reply }, { params }) => {
      const { uri, file } = await resultFileOf(db, params.id);
      // Compression is asynchronous, so wait until the response has been sent.
      await reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', attachment(`${uri}-results.json`))
        .send(file);
    },
    resultArchive: async ({ db, language, person, now, request, reply }, { params }) => {
      const { fileName, zip } = await resultArchive(db, translate, language, params.id, now);
      const event = { kind: 'data-exported', detail: 'results', personId: person.id } as const;
      await logSecurityEvent(db, event, visitOf(request), now);
      // Compression is asynchronous, so wait until the response has been sent.
      await reply
        .type('application/zip')
        .header('content-disposition', attachment(fileName))
        .send(Buffer.from(zip));
    },
  };
};
