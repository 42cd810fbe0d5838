import type { Sport } from '../../contract/sports.ts';

/** Returns the label of a sport in a language, or the sport's first label if that language is missing. */
export function sportLabel({ labels }: Pick<Sport, 'labels'>, language: string): string {
  return (labels.find((one) => one.language === language) ?? labels[0])?.label ?? '';
}

/** Formats a label for the middle of a sentence: «Running» becomes «running»; «HIIT» and «CrossFit» stay unchanged. */
export function inSentence(label: string, language: string): string {
  if (!/^\p{Lu}\p{Ll}+(\P{L}|$)/u.test(label)) return label;
  return label.charAt(0).toLocaleLowerCase(language) + label.slice(1);
}
