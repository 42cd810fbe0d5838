/**
 * Returns the part of a URL that may be logged. Queries contain email addresses, and the last segments of
 * mailed links and webhook addresses are secrets.
 */
export function pathToLog(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(
    /(\/(?:global-challenge-)?(?:reset-password|activate|first-organiser|first_organiser|notices)\/).+/,
    '$1…',
  );
}
