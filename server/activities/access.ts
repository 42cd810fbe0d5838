import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/**
 * Throws 403 unless the activity belongs to the person. Everybody may see an activity, but only its owner may change
 * it.
 */
export function mustBeOwn(person: Person, activity: { person_id: number }): void {
  if (activity.person_id !== person.id) throw forbidden('notYours');
}

/**
 * Throws 403 unless the person typed in this activity themselves. Received activities can only be changed at their
 * source.
 */
export function mustBeTypedIn(person: Person, activity: { person_id: number; source: string }): void {
  mustBeOwn(person, activity);
  if (activity.source !== 'manual') throw forbidden('received');
}

/** Throws 403 if an organiser corrected the activity. The owner can respond to a correction but not undo it. */
export function mustNotBeCorrected(activity: { correction: string | null }): void {
  if (activity.correction !== null) throw forbidden('corrected');
}
