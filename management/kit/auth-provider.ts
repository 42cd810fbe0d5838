import type { AuthProvider, HttpError } from 'react-admin';
import { noun as inbox } from '../../contract/managed/inbox.ts';
import * as people from '../../contract/people.ts';
import { call } from './call.ts';
import { appPath, basePath } from './page.ts';

/**
 * Returns the only resource that a role can use: cases for moderators, statistics for analysts. Returns
 * undefined for the other roles.
 */
export const onlyResource = (role: people.PersonInfo['role']): string | undefined =>
  role === 'moderator' ? inbox : role === 'analyst' ? 'statistics' : undefined;

/** The signed-in person; fetched only once, because signing out leaves the page. */
let me: Promise<people.PersonInfo> | undefined;

/** Returns the signed-in person. Throws the same errors as `call`. */
export const whoIsSignedIn = () => {
  me ??= call(people.me, {});
  return me;
};

/** React-admin's auth provider. Signed-out people see the participants' app at this address and sign in there. */
export const authProvider: AuthProvider = {
  login: async () => undefined,
  logout: async () => {
    location.assign(`${basePath}logout`);
    return false;
  },
  checkAuth: async () => {
    await whoIsSignedIn().catch((error: HttpError) => {
      me = undefined;
      if (error.status === 401) location.reload();
      throw error;
    });
  },
  checkError: async ({ status }: HttpError) => {
    if (status !== 401) return;
    location.assign(appPath.slice(0, -1));
    throw new Error('signed out');
  },
  getIdentity: async () => {
    const { id, givenName, surname } = await whoIsSignedIn();
    return { id, fullName: `${givenName} ${surname}` };
  },
  getPermissions: async () => (await whoIsSignedIn()).role,
  canAccess: async ({ resource }) => {
    const { role } = await whoIsSignedIn();
    return role === 'organiser' || (resource !== undefined && resource === onlyResource(role));
  },
};
