/** The tables of each subject. A trigger on each table writes a row to `table_changes` with every change. */
export const subjects = {
  people: ['people', 'sessions'],
  settings: ['configs', 'menu_items', 'challenges', 'challenge_translations'],
};
export type Subject = keyof typeof subjects;

/** Match the statements that change a subject's tables. */
export const changing: Record<Subject, RegExp> = {
  people: /(?:insert into|update|delete from)\s+"?(?:people|sessions)\b/i,
  settings:
    /(?:insert into|update|delete from)\s+"?(?:configs|menu_items|challenges|challenge_translations)\b/i,
};
