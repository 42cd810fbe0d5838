import { cleanHtml } from '../kit/clean-markup.ts';

/** A challenge's texts as they may be stored: its introduction and its description, which are HTML, cleaned. */
export async function cleanTexts<Texts extends { introduction: string; description: string }>(
  texts: Texts,
): Promise<Texts> {
  return {
    ...texts,
    introduction: await cleanHtml(texts.introduction),
    description: await cleanHtml(texts.description),
  };
}
