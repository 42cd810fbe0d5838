import { forbidden } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';

/** Everybody who is signed in comments on every activity; only the author of a comment removes it. */
export function mustBeAuthor(person: Person, comment: { person_id: number }): void {
  if (comment.person_id !== person.id) throw forbidden('notYourComment');
}

/** Everybody flags everybody's comments but their own, which they can remove. */
export function mustBeAnothers(person: Person, comment: { person_id: number }): void {
  if (comment.person_id === person.id) throw forbidden('yourOwnComment');
}
