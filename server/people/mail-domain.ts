/** Returns the domain of a mail address, in lower case. */
export const mailDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
