/** Aggregates cover at least five people: in smaller groups, colleagues can tell who is meant. */
export const fewestPeople = 5;
