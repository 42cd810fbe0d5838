import { forbidden } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';

/**
 * Throws 403 unless the person wrote the comment. Everybody may comment on any activity, but only the author may remove
 * a comment.
 */
export function mustBeAuthor(person: Person, comment: { person_id: number }): void {
  if (comment.person_id !== person.id) throw forbidden('notYourComment');
}

/** Throws 403 if the person wrote the comment. People cannot flag their own comments, but they can remove them. */
export function mustNotBeOwn(person: Person, comment: { person_id: number }): void {
  if (comment.person_id === person.id) throw forbidden('yourOwnComment');
}
