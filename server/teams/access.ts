import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/** Throws 403 unless the person is the captain. Only the captain may hand over a team. */
export function mustBeCaptain(person: Person, team: { captain_id: number | null }): void {
  if (team.captain_id !== person.id) throw forbidden('notCaptain');
}

/** Returns whether the person may see the team's guest code, which only the captain may. */
export const maySeeCode = (person: Person, team: { captain_id: number | null }): boolean =>
  team.captain_id === person.id;
