import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = globSync(
  '{api-client,attack,contract,deploy,server,simulators,demo,web,management,bench,torture,e2e,scripts,rules}/**/*.{ts,tsx}',
).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name ?? '');

/** The server's domains by layer, from the lowest to the highest. */
const layers = [
  ['kit', 'db'],
  ['backup', 'management', 'outbox', 'platform'],
  ['challenges', 'people', 'sports'],
  ['activities', 'moderation', 'overview', 'rankings', 'sign-in', 'social', 'teams'],
  ['doctor', 'integrations', 'provisioning', 'results'],
];
const layerOf = (domain: string) => layers.findIndex((layer) => layer.includes(domain));

/** The imports between the server's domains: `from`, `to`, and the importing file. */
const domainImports = sources
  .filter(({ path }) => /^server\/(?!testing)[^/]+\//.test(path) && !path.endsWith('.test.ts'))
  .flatMap(({ path, text }) =>
    importsOf(text).map((name) => ({
      path,
      from: path.split('/')[1] ?? '',
      to: join(dirname(path), name).split('/'),
    })),
  )
  .filter(({ from, to }) => to[0] === 'server' && to[1] !== from)
  .map(({ path, from, to }) => ({ path, from, to: to[1] ?? '' }));

describe('the code base', () => {
  it('lets server domains import only from their own layer and those below', () => {
    const upwards = domainImports
      // Every domain may import the context, because its routes get the context of each request.
      .filter(({ from, to }) => to !== 'context.ts' || from === 'kit' || from === 'db')
      .filter(({ from, to }) => layerOf(to) === -1 || layerOf(to) > layerOf(from))
      .map(({ path, to }) => `${path} may not import ${to}`);
    expect(upwards).toEqual([]);
  });

  it('has no import cycles between domains', () => {
    const graph = Map.groupBy(domainImports, ({ from }) => from);
    const circles: string[] = [];
    const follow = (trail: string[]) => {
      for (const to of new Set(graph.get(trail.at(-1) ?? '')?.map((one) => one.to))) {
        if (to === trail[0]) circles.push([...trail, to].join(' → '));
        else if (!trail.includes(to) && to > (trail[0] ?? '')) follow([...trail, to]);
      }
    };
    for (const domain of layers.flat()) follow([domain]);
    expect(circles).toEqual([]);
  });

  it('has no import cycles between files, including imports of types', () => {
    const imports = new Map(
      sources.map(({ path, text }) => [
        path,
        importsOf(text)
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(path), name)),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const follow = (path: string, trail: string[]) => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      if (done.has(path) || trail.includes(path)) return;
      for (const next of imports.get(path) ?? []) follow(next, [...trail, path]);
      done.add(path);
    };
    for (const path of imports.keys()) follow(path, []);
    expect(cycles).toEqual([]);
  });

  it('assigns every folder of the server to a layer', () => {
    const folders = new Set(sources.flatMap(({ path }) => path.match(/^server\/([\w-]+)\//)?.[1] ?? []));
    folders.delete('testing');
    expect([...folders].sort()).toEqual(layers.flat().sort());
  });

  it('runs without development dependencies', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // Tests and their helpers may also import development dependencies.
    const running = sources.filter(
      ({ path }) =>
        /^(contract|server|simulators|demo)\//.test(path) && !/^server\/testing\/|\.test\.ts$/.test(path),
    );
    const loaded = running.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import(?! type)|export)\b[^;'"`]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
        ([, named, lazy]) => ({ path, name: named ?? lazy ?? '' }),
      ),
    );
    const missing = loaded
      .filter(({ name }) => !/^(\.|node:)/.test(name))
      .filter(({ name }) => !((name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? '') in dependencies));
    expect(missing).toEqual([]);
    const ofScripts = loaded.filter(({ path, name }) => join(dirname(path), name).startsWith('scripts/'));
    expect(ofScripts).toEqual([]);
  });

  it('loads the simulators only in tests, in the demo and in the benchmark of services', () => {
    const strangers = sources
      .filter(
        ({ path }) => !/^(simulators|demo|attack|bench\/services|server\/testing)\/|\.test\.ts$/.test(path),
      )
      .flatMap(({ path, text }) =>
        importsOf(text).flatMap((name) =>
          join(dirname(path), name).startsWith('simulators/') ? `${path} imports ${name}` : [],
        ),
      );
    expect(strangers).toEqual([]);
  });

  it('limits the contract’s imports to zod and itself, so that client and server can import it', () => {
    const foreign = sources
      .filter(({ path }) => path.startsWith('contract/') && !path.endsWith('.test.ts'))
      .flatMap(({ path, text }) => importsOf(text).map((name) => `${path}: ${name}`))
      .filter((line) => !/: (zod\/mini|\.\.?\/)/.test(line));
    expect(foreign).toEqual([]);
  });

  it('reads process.env in a single file, so that all settings are checked and listed', () => {
    const readers = sources.filter(
      ({ path, text }) =>
        /^server\/(?!testing)/.test(path) && !path.endsWith('.test.ts') && text.includes('process.env'),
    );
    // `pg_dump` inherits the environment, with PATH and the variables of PostgreSQL's own tools.
    const expected = ['server/backup/postgresql-tools.ts', 'server/env.ts', 'server/main.ts'];
    expect(readers.map(({ path }) => path).sort()).toEqual(expected);
  });

  it('names files after their content, without catch-all names', () => {
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

  it('allows writes to a table only in its owner’s folder, so that the table’s rules are in one place', () => {
    const owners: Record<string, string[]> = {
      activities: ['activities'],
      activity_comment_flags: ['social'],
      activity_comments: ['social'],
      activity_likes: ['social'],
      anonymisation_warnings: ['people'],
      anonymous_sums: ['rankings'],
      board_totals: ['rankings'],
      challenge_result_people: ['results'],
      challenge_results: ['results'],
      challenge_translations: ['challenges'],
      challenges: ['challenges'],
      change_log: ['management'],
      configs: ['platform'],
      consent_text_contents: ['platform'],
      consent_texts: ['platform'],
      consent_decisions: ['platform'],
      consents: ['platform'],
      day_times: ['rankings'],
      departed_people: ['people'],
      faq_libraries: ['platform'],
      faq_library_names: ['platform'],
      faq_question_texts: ['platform'],
      faq_questions: ['platform'],
      first_organiser_link: ['sign-in'],
      guest_codes: ['people'],
      idempotency_keys: ['kit'],
      identities: ['sign-in'],
      case_decisions: ['moderation'],
      cases: ['moderation'],
      jobs_heartbeat: ['management'],
      mailed_links: ['people'],
      mails: ['outbox'],
      menu_items: ['platform'],
      people: ['people'],
      pictures: ['platform'],
      provisioned_group_members: ['provisioning'],
      provisioned_groups: ['provisioning'],
      provisioned_people: ['provisioning'],
      provisioning_tokens: ['provisioning'],
      people_imports: ['people'],
      progress_maps: ['challenges'],
      recovery_codes: ['sign-in'],
      saml_assertions: ['sign-in'],
      saml_sign_ins: ['sign-in'],
      second_factors: ['sign-in'],
      security_events: ['management'],
      sessions: ['sign-in'],
      failed_attempts: ['sign-in'],
      sport_labels: ['sports'],
      sport_mappings: ['sports'],
      sport_rules: ['sports'],
      sports: ['sports'],
      standings: ['rankings'],
      standing_changes: ['rankings'],
      table_changes: ['db'],
      tasks: ['management'],
      team_memberships: ['teams'],
      team_standings: ['rankings'],
      teams: ['teams'],
      text_overrides: ['platform'],
      workouts: ['activities'],
      record_pairs: ['activities'],
      remembered_answers: ['activities'],
      ingest_tokens: ['activities'],
      couplings: ['integrations'],
      account_reads: ['integrations'],
      service_memory: ['integrations'],
      service_usage: ['integrations'],
      service_pauses: ['integrations'],
      service_states: ['integrations'],
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

  it('keeps numbers and their unit on one line', () => {
    // Emails contain plain text, in which a no-break space is an unusual character.
    const broken = globSync('web/i18n/*/*.json', { exclude: ['**/mails.json'] }).flatMap((path) =>
      (readFileSync(path, 'utf8').match(/.*\}\} (?:km|m|h|u|min|s)\b.*/g) ?? []).map(
        (line) => `${path}: ${line}`,
      ),
    );
    expect(broken).toEqual([]);
  });

  it('has the same texts and placeholders in every language', () => {
    const pack = 'server/overview/works-council-pack/texts/en.json';
    for (const path of [...globSync('web/i18n/en/*.json'), 'management/i18n/en.json', pack])
      for (const language of ['fr', 'nl'])
        expect(textsIn(path.replace(/\ben\b/, language)), path).toEqual(textsIn(path));
    const counts = ['en', 'fr', 'nl'].map((language) => globSync(`web/i18n/${language}/*.json`).length);
    expect(new Set(counts).size).toBe(1);
  });
});

/**
 * The keys of a text file, each with the placeholders in its text. Plural forms count as one key. Placeholders for the
 * sport are ignored: `{{sport}}` and `{{label}}` are two forms for different positions in a sentence, and some
 * languages need neither.
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
