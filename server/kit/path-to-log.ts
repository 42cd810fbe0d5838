/**
 * What may be logged of an address: queries carry mail addresses, and the ends of mailed links and of the addresses for
 * notices are secrets.
 */
export function pathToLog(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(
    /(\/(?:global-challenge-)?(?:reset-password|activate|first-organiser|first_organiser|notices)\/).+/,
    '$1…',
  );
}
