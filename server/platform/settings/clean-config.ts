import { languages } from '../../../contract/kit/fields.ts';
import { htmlSettings } from '../../../contract/managed/settings.ts';
import { cleanHtml } from '../../kit/clean-markup.ts';
import { entryOf } from './managed-settings.ts';

const htmlKeys = new Set(
  htmlSettings.flatMap((name) => languages.map((language) => entryOf(name, language))),
);

/** Prepares a setting's value for storage, which includes sanitising HTML. */
export async function cleanConfig(key: string, value: unknown): Promise<unknown> {
  return htmlKeys.has(key) && typeof value === 'string' ? cleanHtml(value, key) : value;
}
