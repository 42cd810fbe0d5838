import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { attachment } from '../kit/attachment.ts';
import { visitOf } from '../kit/client-info.ts';
import type { Handlers } from '../kit/mount.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import type { Translate } from '../kit/problems.ts';
import type { Queue } from '../kit/queue.ts';
import { replaceManaged } from '../management/managed-resource.ts';
import { authorOf, managedRoutes } from '../management/managed-routes.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';
import { taskEnqueuer } from '../management/tasks/task.ts';
import { addPerson } from './add-person.ts';
import { deactivatePerson, reactivatePerson, resendMail } from './deactivation.ts';
import { erasePerson } from './deletion/erasure.ts';
import type { AccountRemovalHooks, TeamEntry } from './dependencies.ts';
import { exportPeople } from './import-export/people-export.ts';
import { importPeople, keepForImport, mistakesIn, reportOf } from './import-export/people-import.ts';
import type { LineProblem } from './import-export/people-table.ts';
import { linkMails } from './mailed-links/activation-and-reset-mail.ts';
import { inviteAgain } from './mailed-links/resend-invitation.ts';
import { managedPeople } from './managed-people.ts';

/** The maximum number of rows shown. Nobody reads more, and the total is shown too. */
const mostShown = 1000;

/** The number of rows in a preview, enough to check whether a table was read correctly. */
const mostPreviewed = 10;

/** Returns the resource for people, extended to record role changes in the security log. */
const loggingRoles = ({ person, request, now }: Context): typeof managedPeople => ({
  ...managedPeople,
  replace: async (tx, id, fields, at, before) => {
    await managedPeople.replace?.(tx, id, fields, at, before);
    const event = { kind: 'role-changed', detail: fields.role, personId: id, actorId: person.id } as const;
    if (fields.role !== before.role) await logSecurityEvent(tx, event, visitOf(request), now);
  },
});

export const peopleManagement = (
  queue: Queue,
  translate: Translate,
  removalHooks: AccountRemovalHooks,
  teams: TeamEntry,
): Handlers<Context, typeof api.managedPeople> => {
  const { list, one } = managedRoutes(managedPeople);
  return {
    list,
    one: async (context, input) => {
      const { db, person, request, now } = context;
      const found = await one(context, input);
      const event = {
        kind: 'record-opened',
        personId: found.id,
        actorId: person.id,
        isAddedUp: true,
      } as const;
      if (found.id !== person.id) await logSecurityEvent(db, event, visitOf(request), now);
      return found;
    },
    create: async (context, { body }) =>
      addPerson(context.db, context.iris, await queue.enqueuer(linkMails), teams, body, authorOf(context)),
    replace: (context, { params, body }) =>
      replaceManaged(context.db, context.iris, loggingRoles(context), params.id, body, authorOf(context)),
    deactivate: (context, { params, body }) =>
      deactivatePerson(context.db, context.iris, removalHooks, params.id, body.reason, authorOf(context)),
    reactivate: (context, { params, body }) =>
      reactivatePerson(context.db, context.iris, params.id, body.reason, authorOf(context)),
    resendMail: async (context, { params }) =>
      resendMail(context.db, await queue.enqueuer(linkMails), params.id, authorOf(context)),
    erase: async (context, { params, body }) => {
      const { name, reason } = body;
      const erasure = { author: authorOf(context), visit: visitOf(context.request), reason };
      for (const err of await erasePerson(context.db, removalHooks, params.id, erasure, name))
        context.request.log.warn({ err }, 'a consent could not be revoked at the service');
    },
    eraseMany: async (context, { body }) => {
      const { db, request, language } = context;
      const people = [...new Set(body.people)];
      if (body.count !== people.length) throw violation('count', 'erasure.otherCount');
      const erasure = { author: authorOf(context), visit: visitOf(request), reason: body.reason };
      const kept: { id: number; message: string }[] = [];
      for (const id of people)
        try {
          for (const err of await erasePerson(db, removalHooks, id, erasure))
            request.log.warn({ err }, 'a consent could not be revoked at the service');
        } catch (error) {
          if (!(error instanceof ProblemError) || error.status === 401) throw error;
          kept.push({ id, message: translate(language, 'problems', `${error.key}.detail`) });
        }
      return { erased: people.length - kept.length, kept };
    },
    inviteAgain: async (context, { body }) =>
      inviteAgain(context.db, await queue.enqueuer(linkMails), body.ids, authorOf(context)),
    exported: async ({ db, standby, language, person, now, request, reply }) => {
      const { fileName, csv } = await exportPeople(standby, translate, language, now);
      const event = { kind: 'data-exported', detail: 'people', personId: person.id } as const;
      await logSecurityEvent(db, event, visitOf(request), now);
      // Compression is asynchronous, so the handler waits until the response is sent.
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(fileName))
        .send(csv);
    },
    importPeople: async (context, { body }) => {
      const { db, language } = context;
      const { csv, keep, ...options } = body;
      const { entries, ...report } = await reportOf(db, teams, csv, options);
      const reason = ({ field, key, values }: Pick<LineProblem, 'field' | 'key' | 'values'>) => ({
        column: report.columns.find((column) => column.field === field)?.header ?? null,
        code: key,
        message: translate(language, 'validation', key, values),
      });
      const toProblem = ({ line, person, value, ...problem }: LineProblem) => ({
        ...{ line, person, value },
        ...reason(problem),
      });
      const [ask, kind] = [await taskEnqueuer(queue), importPeople(await queue.enqueuer(linkMails), teams)];
      const author = authorOf(context);
      const task =
        keep && entries.length > 0
          ? await db.transaction().execute(async (tx) => {
              const importId = await keepForImport(tx, entries, options, author);
              return ask(tx, kind, { importId }, { subject: null, by: author.id, now: author.now });
            })
          : null;
      return {
        columns: report.columns,
        rows: report.rows,
        good: entries.length,
        first: entries.slice(0, mostPreviewed).map(({ line: _, ...person }) => person),
        bad: report.bad.slice(0, mostShown).map(toProblem),
        amountOfBad: report.bad.length,
        mistakes: mistakesIn(report.bad).map((mistake) => ({
          ...reason(mistake),
          amount: mistake.amount,
          lines: mistake.lines,
        })),
        newTeams: report.newTeams,
        known: report.known.slice(0, mostShown).map(toProblem),
        amountOfKnown: report.known.length,
        task,
      };
    },
  };
};
