import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { attachment } from '../kit/attachment.ts';
import { visitOf } from '../kit/client-info.ts';
import { ConcurrencyLimiter } from '../kit/concurrency-limiter.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Translate } from '../kit/problems.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';
import { deleteAccount } from './deletion/account-deletion.ts';
import type { AccountRemovalHooks } from './dependencies.ts';
import { exportOwnData } from './import-export/data-export.ts';
import { changePerson } from './person-change.ts';

/**
 * An export occupies a database connection, and a processor core for some milliseconds. So at most two
 * exports run at a time, and up to twenty wait, usually for less than a second.
 */
const exportTurns = new ConcurrencyLimiter(2, 20);

/** Returns the handlers for a person's own account. */
export const ownAccountRoutes = (
  translate: Translate,
  removalHooks: AccountRemovalHooks,
): Pick<
  Handlers<Context, typeof api.accounts>,
  'modifyData' | 'deleteAccount' | 'removeAccount' | 'exportData'
> => ({
  modifyData: async ({ db, iris, person }, { body }) => {
    const naming = await changePerson(db, person, body);
    const iri = iris.of(`/platform/api/modify_data_requests/${person.id}`);
    return { '@id': iri, '@type': 'ModifyDataRequest', ...body, ...naming };
  },
  deleteAccount: async ({ db, iris, person, today, request }, { body }) => {
    const revoke = await removalHooks.revocation(db, person.id);
    await deleteAccount(db, iris, removalHooks, person, body.profileId, today);
    // The session's row is deleted and must not be saved again with the response.
    await removalHooks.endSession(request);
    for (const err of await revoke())
      request.log.warn({ err }, 'a consent could not be revoked at the service');
  },
  removeAccount: ({ iris, reply }) => {
    reply.redirect(iris.of('/my-profile/delete'));
  },
  exportData: async ({ db, standby, person, now, request, reply }) => {
    const { fileName, zip } = await exportTurns.run(() => exportOwnData(standby, translate, person, now));
    const event = { kind: 'data-exported', detail: 'own', personId: person.id } as const;
    await logSecurityEvent(db, event, visitOf(request), now);
    // Compression is asynchronous, so the handler waits until the response is sent.
    await reply
      .type('application/zip')
      .header('content-disposition', attachment(fileName))
      .send(Buffer.from(zip));
  },
});
