import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/** Everybody who is signed in sees every activity; only the person who logged it changes or removes it. */
export function mustBeOwn(person: Person, activity: { person_id: number }): void {
  if (activity.person_id !== person.id) throw forbidden('notYours');
}
