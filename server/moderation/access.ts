import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/** People cannot decide about their own comment or activity. Throws 403. */
export function mustNotBeOwn(person: Person, item: { personId: number }): void {
  if (item.personId === person.id) throw forbidden('ownMatter');
}
