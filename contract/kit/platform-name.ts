/** The name of a platform until its organisers set one; texts contain it as `{{platformName}}`. */
export const defaultPlatformName = 'Global Challenge';

/** In characters: as many as fit in the subject of a mail on a phone, and in a browser tab. */
export const longestPlatformName = 60;
