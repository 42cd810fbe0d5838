/** With fewer days, accounts could be anonymised before results are final, or too soon after the warning email. */
export const fewestDaysKept = 14;

/** Ten years; a longer period would hardly be a limit. */
export const mostDaysKept = 3650;
