/**
 * The tables of each subject. A trigger on each table writes a row to `table_changes` with every change. Sessions change
 * far more often than profiles, so `profiles` does not include them.
 */
export const subjects = {
  people: ['people', 'sessions'],
  profiles: ['people', 'guest_codes', 'consents', 'consent_texts'],
  settings: ['configs', 'menu_items', 'challenges', 'challenge_translations'],
};
export type Subject = keyof typeof subjects;

/** Match the statements that change a subject's tables. */
export const changing: Record<Subject, RegExp> = {
  people: /(?:insert into|update|delete from)\s+"?(?:people|sessions)\b/i,
  profiles: /(?:insert into|update|delete from)\s+"?(?:people|guest_codes|consents|consent_texts)\b/i,
  settings:
    /(?:insert into|update|delete from)\s+"?(?:configs|menu_items|challenges|challenge_translations)\b/i,
};
