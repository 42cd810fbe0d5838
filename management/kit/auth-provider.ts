import type { AuthProvider, HttpError } from 'react-admin';
import { noun as inbox } from '../../contract/managed/inbox.ts';
import * as people from '../../contract/people.ts';
import { call } from './call.ts';
import { appPath, basePath } from './page.ts';

/** Who is signed in; asked for once, as whoever signs out leaves the page. */
let me: Promise<people.PersonInfo> | undefined;

/** Who is signed in here. Throws as `call` does. */
export const whoIsSignedIn = () => {
  me ??= call(people.me, {});
  return me;
};

/** Sign-in is the participants' app's, which answers at this very address to whoever is not signed in. */
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
  // Moderators look after what waits for a decision, and nothing else.
  canAccess: async ({ resource }) => resource === inbox || (await whoIsSignedIn()).role === 'organiser',
};
