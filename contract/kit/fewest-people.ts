/** Aggregates tell of five people at least: of fewer, colleagues know who is meant. */
export const fewestPeople = 5;
