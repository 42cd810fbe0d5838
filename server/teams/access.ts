import { forbidden } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

/** Only the captain may hand a team over. */
export function mustBeCaptain(person: Person, team: { captain_id: number | null }): void {
  if (team.captain_id !== person.id) throw forbidden('notCaptain');
}

/** Only the captain sees the code for signing up into the team. */
export const maySeeCode = (person: Person, team: { captain_id: number | null }): boolean =>
  team.captain_id === person.id;
