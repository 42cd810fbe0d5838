/** What a platform is called until its organisers give it a name; texts have it as `{{platformName}}`. */
export const defaultPlatformName = 'Global Challenge';

/** Characters: as many as stand in the title of a mail on a phone, and in a browser's tab. */
export const longestPlatformName = 60;
