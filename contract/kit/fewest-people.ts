/** Aggregates cover at least five people: in smaller groups, colleagues could identify each other. */
export const fewestPeople = 5;
