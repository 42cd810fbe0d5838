import { cleanHtml } from '../kit/clean-markup.ts';

const htmlNames = ['registerExtraText', 'infoScreen', 'dashboardInfoContent', 'contactContent'];
const htmlKeys = new Set(htmlNames.flatMap((name) => ['En', 'Fr', 'Nl'].map((language) => name + language)));

/** A setting's value as it may be stored: cleaned where it is HTML. */
export async function cleanConfig(key: string, value: unknown): Promise<unknown> {
  return htmlKeys.has(key) && typeof value === 'string' ? cleanHtml(value) : value;
}
