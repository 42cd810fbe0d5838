/** The password of every person in the demo company who can sign in. */
export const password = 'a password for the demo';
