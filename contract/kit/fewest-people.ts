/** Statistics cover at least five people, because colleagues could identify each other in smaller groups. */
export const fewestPeople = 5;
