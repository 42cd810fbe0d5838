/**
 * What a time field shows while digits are typed: they come in from the right, as on a stopwatch, so that
 * 4754 is 00:47:54. Digits beyond the sixth are not taken.
 */
export function timeAsTyped(text: string, isDeleting: boolean): string {
  const digits = text.replace(/\D/g, '');
  const typed = digits.replace(/^0+/, '').slice(0, 6);
  // Deleting the last digit empties the field; a zero that is typed first stays, as in 00:47:54.
  if (typed === '' && (isDeleting || digits === '')) return '';
  return typed.padStart(6, '0').replace(/(..)(..)(..)/, '$1:$2:$3');
}
