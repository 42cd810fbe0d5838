/** Fewer would end before results are final and the mail of two weeks before has had its time. */
export const fewestDaysKept = 14;

/** Ten years: more is no end. */
export const mostDaysKept = 3650;
