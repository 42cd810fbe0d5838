import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = globSync(
  '{attack,contract,server,simulators,demo,web,management,bench,torture,e2e,scripts,rules}/**/*.{ts,tsx}',
).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name ?? '');

/** The server's domains in their order: a file imports its own domain or one before it. */
const domains = [
  'idempotency',
  'management',
  'security-events',
  'pictures',
  'tasks',
  'configs',
  'translations',
  'menus',
  'faq',
  'sports',
  'progress-maps',
  'challenges',
  'consents',
  'mails',
  'people',
  'sessions',
  'passwords',
  'rankings',
  'teams',
  'inbox',
  'activities',
  'likes',
  'comments',
  'workouts',
  'statistics',
  'moderation',
  'integrations',
  'accounts',
  'results',
  'identities',
  'setup',
];

describe('the layout', () => {
  it('lets a server domain import itself and those before it, so that none depends on all', () => {
    const backwards = sources
      .filter(({ path }) => path.startsWith('server/') && !path.endsWith('.test.ts'))
      .flatMap(({ path, text }) =>
        importsOf(text)
          .map((name) => join(dirname(path), name).split('/'))
          .filter(([root]) => root === 'server')
          .map(([, to = '']) => [path.split('/')[1] ?? '', to, path]),
      )
      .filter(([from = '', to = '']) => {
        if (from === 'kit' || from === 'db') return domains.includes(to) || /\.ts$/.test(to);
        return domains.includes(from) && (domains.indexOf(to) > domains.indexOf(from) || to === 'app.ts');
      })
      .map(([from, to, path]) => `${path}: ${from} may not import ${to}`);
    expect(backwards).toEqual([]);
  });

  it('lists every folder of the server in that order', () => {
    const folders = new Set(sources.flatMap(({ path }) => path.match(/^server\/([\w-]+)\//)?.[1] ?? []));
    expect([...folders].filter((folder) => !['kit', 'db', 'testing', ...domains].includes(folder))).toEqual(
      [],
    );
  });

  it('keeps the contract to zod and itself, so that both sides can read it', () => {
    const foreign = sources
      .filter(({ path }) => path.startsWith('contract/') && !path.endsWith('.test.ts'))
      .flatMap(({ path, text }) => importsOf(text).map((name) => `${path}: ${name}`))
      .filter((line) => !/: (zod\/mini|\.\.?\/)/.test(line));
    expect(foreign).toEqual([]);
  });

  it('reads process.env in one place, so that every setting is checked and listed', () => {
    const readers = sources.filter(
      ({ path, text }) =>
        /^server\/(?!testing)/.test(path) && !path.endsWith('.test.ts') && text.includes('process.env'),
    );
    expect(readers.map(({ path }) => path).sort()).toEqual(['server/env.ts', 'server/main.ts']);
  });

  it('names files by what they hold: no drawers', () => {
    const drawer = /^(index|utils?|helpers?|common|shared|misc|service|manager)\b/;
    const found = sources.filter(
      ({ path }) =>
        drawer.test(basename(path)) ||
        dirname(path)
          .split('/')
          .some((folder) => drawer.test(folder)),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('lets a table be written in its owner’s folder only, so that its rules stand in one place', () => {
    const owners: Record<string, string[]> = {
      activities: ['activities'],
      activity_comment_flags: ['comments'],
      activity_comments: ['comments'],
      activity_likes: ['likes'],
      anonymisation_warnings: ['accounts'],
      anonymous_sums: ['rankings'],
      board_totals: ['rankings'],
      challenge_result_people: ['results'],
      challenge_results: ['results'],
      challenge_translations: ['challenges'],
      challenges: ['challenges'],
      change_log: ['management'],
      configs: ['configs'],
      consent_text_contents: ['consents'],
      consent_texts: ['consents'],
      consent_decisions: ['consents'],
      consents: ['consents'],
      day_times: ['rankings'],
      departed_people: ['people'],
      faq_libraries: ['faq'],
      faq_library_names: ['faq'],
      faq_question_texts: ['faq'],
      faq_questions: ['faq'],
      first_organiser_link: ['accounts'],
      guest_codes: ['people'],
      idempotency_keys: ['idempotency'],
      identities: ['identities'],
      inbox_decisions: ['inbox'],
      inbox_items: ['inbox'],
      jobs_heartbeat: ['tasks'],
      mailed_links: ['people'],
      mails: ['mails'],
      menu_items: ['menus'],
      people: ['people'],
      pictures: ['pictures'],
      people_imports: ['accounts'],
      progress_maps: ['progress-maps'],
      recovery_codes: ['sessions'],
      second_factors: ['sessions'],
      security_events: ['security-events'],
      sessions: ['sessions'],
      failed_attempts: ['sessions'],
      sport_labels: ['sports'],
      sport_mappings: ['sports'],
      sport_rules: ['sports'],
      sports: ['sports'],
      standings: ['rankings'],
      tasks: ['tasks'],
      team_memberships: ['teams'],
      team_standings: ['rankings'],
      teams: ['teams'],
      text_overrides: ['translations'],
      workouts: ['workouts'],
      workout_pairs: ['workouts'],
      ingest_tokens: ['workouts'],
      couplings: ['integrations'],
      platform_memory: ['integrations'],
      platform_pauses: ['integrations'],
      platform_states: ['integrations'],
    };
    const write =
      /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|(?:insert into|delete from|\bupdate) (\w+)(?= set|\s|`|\()/g;
    const strangers = sources
      .filter(({ path }) => /^server\/(?!testing|db)/.test(path) && !path.endsWith('.test.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(write)]
          .map(([, built, written]) => built ?? written ?? '')
          .filter((table) => table in owners && !owners[table]?.includes(path.split('/')[1] ?? ''))
          .map((table) => `${path} writes ${table}`),
      );
    expect(strangers).toEqual([]);
  });

  it('has the same texts with the same placeholders in every language', () => {
    for (const path of [...globSync('web/i18n/en/*.json'), 'management/i18n/en.json'])
      for (const language of ['fr', 'nl'])
        expect(textsIn(path.replace(/\ben\b/, language)), path).toEqual(textsIn(path));
    const counts = ['en', 'fr', 'nl'].map((language) => globSync(`web/i18n/${language}/*.json`).length);
    expect(new Set(counts).size).toBe(1);
  });
});

/**
 * Every key of a file of texts with the placeholders of its text. The forms of a plural count as one key. The sport is
 * left out: `{{sport}}` and `{{label}}` name it in the two forms that a sentence may need, and some need neither.
 */
function textsIn(path: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const read = (value: unknown, key: string) => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) read(inner, key ? `${key}.${name}` : name);
      return;
    }
    const one = key.replace(/_(one|many|other)$/, '');
    const placeholders = (String(value).match(/\{\{[^}]+\}\}|%\{[^}]+\}/g) ?? []).filter(
      (name) => name !== '{{sport}}' && name !== '{{label}}',
    );
    found[one] = [...new Set([...(found[one] ?? []), ...placeholders])].sort();
  };
  read(JSON.parse(readFileSync(path, 'utf8')), '');
  return found;
}
