/**
 * The part of an address that may be logged: queries contain mail addresses, and the ends of mailed links and webhook
 * addresses are secrets.
 */
export function pathToLog(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(
    /(\/(?:global-challenge-)?(?:reset-password|activate|first-organiser|first_organiser|notices)\/).+/,
    '$1…',
  );
}
