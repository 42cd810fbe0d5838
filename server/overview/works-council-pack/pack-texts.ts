import { createInstance } from 'i18next';
import { fewestPeople } from '../../../contract/kit/fewest-people.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import { securityDaysKept } from '../../../contract/managed/security-events.ts';
import { daysKept } from '../../outbox/mail-record.ts';
import type { PackData } from './pack-data.ts';
import en from './texts/en.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };

// Organisers cannot replace these texts, because no test proves a claim that they have rewritten.
const i18n = createInstance();
i18n.init({
  resources: { en: { pack: en }, fr: { pack: fr }, nl: { pack: nl } },
  defaultNS: 'pack',
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** Returns a text of the pack, with its values filled in. */
export type PackText = (key: string, values?: Record<string, unknown>) => string;

/** Returns a function that looks up the pack's texts in a language. */
export const packTexts =
  (language: Language): PackText =>
  (key, values) =>
    i18n.t(key, { ...values, lng: language });

/** Returns a function that looks up the pack's texts and also fills in the current values that many texts contain. */
export function packText(translate: PackText, { settings }: PackData): PackText {
  const common = {
    platform: settings.platformName,
    fewest: fewestPeople,
    logDays: securityDaysKept,
    mailDays: daysKept,
    days: settings.anonymiseAfterDays,
    invitedDays: settings.removeInvitedAfterDays,
  };
  return (key, values) => translate(key, { ...common, ...values });
}
