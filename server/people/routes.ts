import { randomBytes } from 'node:crypto';
import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { type CachedResponses, forEachPerson } from '../kit/cached-responses.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Translate } from '../kit/problems.ts';
import { setPagePolicy } from '../kit/security-headers.ts';
import { managedRoutes } from '../management/managed-routes.ts';
import { pictureOrigins } from '../platform/settings/picture-origins.ts';
import { guestCodeSheet } from './guest-codes/guest-code-sheet.ts';
import { managedGuestCodes } from './guest-codes/managed-guest-codes.ts';
import { ownInfo, type PersonReader, personInfo } from './person-info.ts';

export const peopleRoutes = (read: PersonReader): Handlers<Context, typeof api.people> => ({
  me: ({ iris, ranksOn, person }) => ownInfo(read, iris, ranksOn, person),
  one: ({ iris, ranksOn, person }, { params }) => personInfo(read, iris, ranksOn, params.id, person),
});

export const cachedPeople: CachedResponses<Context, typeof api.people> = {
  me: forEachPerson,
  one: forEachPerson,
};

/**
 * Returns the handlers for guest codes. `publicUrl` is the app's public address; if it is not configured, the request's
 * address is used.
 */
export const guestCodeManagement = (
  translate: Translate,
  publicUrl: string | undefined,
): Handlers<Context, typeof api.managedGuestCodes> => ({
  ...managedRoutes(managedGuestCodes),
  sheet: async ({ db, iris, language, now, request, reply }, { params }) => {
    const nonce = randomBytes(16).toString('base64');
    const home = publicUrl ?? `${request.protocol}://${request.host}${iris.of('/')}`;
    const html = await guestCodeSheet(db, translate, { id: params.id, language, home, nonce }, now);
    setPagePolicy(reply, { styleNonce: nonce, pictureOrigins: await pictureOrigins(db, request.log) });
    // Compression is asynchronous, so the handler waits until the response is sent.
    await reply.type('text/html; charset=utf-8').send(html);
  },
});
