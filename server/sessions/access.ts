import type { Person } from '../people/person.ts';

/** The management module is for organisers and moderators. */
export const mayManage = ({ role }: Pick<Person, 'role'>): boolean => role !== 'participant';
