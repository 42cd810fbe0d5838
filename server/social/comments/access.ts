import { forbidden } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';

/** Every signed-in person may comment on every activity; only the author may remove a comment. */
export function mustBeAuthor(person: Person, comment: { person_id: number }): void {
  if (comment.person_id !== person.id) throw forbidden('notYourComment');
}

/** People may flag everybody's comments but their own, which they can remove. */
export function mustNotBeOwn(person: Person, comment: { person_id: number }): void {
  if (comment.person_id === person.id) throw forbidden('yourOwnComment');
}
