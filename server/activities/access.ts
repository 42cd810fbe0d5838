import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/** Every signed-in person sees every activity; only its owner may change it. */
export function mustBeOwn(person: Person, activity: { person_id: number }): void {
  if (activity.person_id !== person.id) throw forbidden('notYours');
}

/** Only manual activities can be changed or removed here; received ones follow their source. */
export function mustBeTypedIn(person: Person, activity: { person_id: number; source: string }): void {
  mustBeOwn(person, activity);
  if (activity.source !== 'manual') throw forbidden('received');
}

/** A person cannot change an organiser's correction, but can answer it. */
export function mustNotBeCorrected(activity: { correction: string | null }): void {
  if (activity.correction !== null) throw forbidden('corrected');
}
