/** With fewer days, accounts would be anonymised before results are final, or soon after the announcing mail. */
export const fewestDaysKept = 14;

/** Ten years; longer would hardly be a limit. */
export const mostDaysKept = 3650;
