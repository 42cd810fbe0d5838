/** The platform's name until organisers set another; texts contain the name as `{{platformName}}`. */
export const defaultPlatformName = 'Global Challenge';

/** In characters; a longer name would not fit in a browser tab or in an email's subject on a phone. */
export const longestPlatformName = 60;
