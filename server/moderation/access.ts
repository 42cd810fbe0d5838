import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/** Throws 403 if a case is about the person's own comment or activity. */
export function mustNotBeOwn(person: Person, item: { personId: number }): void {
  if (item.personId === person.id) throw forbidden('ownMatter');
}
