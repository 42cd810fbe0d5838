import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { couplingsOf, revokeAll } from '../integrations/disconnection.ts';
import type { CouplingWork } from '../integrations/provider-access.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Translate } from '../kit/problems.ts';
import type { Queue } from '../kit/queue.ts';
import { visitOf } from '../kit/visit.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';
import { changePerson } from '../people/person-change.ts';
import { mustBeWayIn, startLanguage } from '../platform/settings/config.ts';
import { rememberLanguage } from '../platform/settings/remembered-language.ts';
import { endSession, startSession } from '../sessions/session.ts';
import { deleteAccount } from './account-removal.ts';
import { exportOwnData } from './data-export.ts';
import { createFirstOrganiser, mustOpenFirstOrganiser } from './first-organiser.ts';
import { type SignUpLimits, signUp } from './sign-up.ts';

export const accountRoutes = (
  queue: Queue,
  limits: SignUpLimits,
  translate: Translate,
  couplings: CouplingWork,
): Handlers<Context, typeof api.accounts> => ({
  signUp: async ({ db, iris, now, today, request }, { body }) => {
    await mustBeWayIn(db, 'password');
    const { id, isActive } = await signUp(db, queue, limits, body, request.ip, { now, today });
    const { password: _, consent: __, ...shown } = body;
    const iri = iris.of(`/platform/api/sign_up_requests/${id}`);
    return { '@id': iri, '@type': 'SignUpRequest', ...shown, activated: isActive };
  },
  modifyData: async ({ db, iris, person }, { body }) => {
    const naming = await changePerson(db, person, body);
    const iri = iris.of(`/platform/api/modify_data_requests/${person.id}`);
    return { '@id': iri, '@type': 'ModifyDataRequest', ...body, ...naming };
  },
  deleteAccount: async ({ db, iris, person, today, request }, { body }) => {
    const coupled = await couplingsOf(db, person.id);
    await deleteAccount(db, iris, person, body.profileId, today);
    // Its row is gone; what is left of it must not be saved again with the answer.
    await endSession(request);
    for (const err of await revokeAll(couplings, coupled))
      request.log.warn({ err }, 'a service was not told');
  },
  removeAccount: ({ iris, reply }) => {
    reply.redirect(iris.of('/my-profile/delete'));
  },
  exportData: async ({ db, person, now, request, reply }) => {
    const { fileName, zip } = await exportOwnData(db, translate, person, now);
    const event = { kind: 'data-exported', detail: 'own', personId: person.id } as const;
    await logSecurityEvent(db, event, visitOf(request), now);
    // It may be compressed on its way: done is what has left.
    await reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Buffer.from(zip));
  },
  firstOrganiserLink: ({ db, now }, { params }) => mustOpenFirstOrganiser(db, params.slug, now),
  makeFirstOrganiser: async ({ db, iris, now, request, reply }, { params, body }) => {
    const person = await createFirstOrganiser(db, params.slug, body, now);
    await startSession(request, person, now);
    const event = { kind: 'signed-in', detail: 'link', personId: person.id } as const;
    await logSecurityEvent(db, event, visitOf(request), now);
    const language = await startLanguage(db, person.language);
    rememberLanguage(reply, iris, language);
    return { language };
  },
});
