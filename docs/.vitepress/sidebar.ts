import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { pageOf } from './pages.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export type Language = 'en' | 'fr' | 'nl';

/** A page by its path in the repository, with a label if its heading does not say enough in a list. */
type Page = string | [path: string, label: string];

interface Reader {
  names: Record<Language, string>;
  /** The pages in reading order; in other languages, the same paths below `docs/<language>/`. */
  pages: Page[];
  isTranslated?: boolean;
}

const readers: Reader[] = [
  {
    names: { en: 'Participants', fr: 'Participants', nl: 'Deelnemers' },
    isTranslated: true,
    pages: ['README', 'activities', 'services', 'boards', 'privacy'].map(
      (name) => `docs/participants/${name}.md`,
    ),
  },
  {
    names: { en: 'Organisers', fr: 'Organisateurs', nl: 'Organisatoren' },
    isTranslated: true,
    pages: ['README', 'challenges', 'people', 'texts', 'moderation', 'results'].map(
      (name) => `docs/organisers/${name}.md`,
    ),
  },
  {
    names: { en: 'IT', fr: 'Informatique', nl: 'IT' },
    pages: [
      'docs/administrators/README.md',
      ['README.md', 'Settings and commands'],
      'docs/installation.md',
      'docs/operations.md',
      'docs/identity-providers.md',
      'docs/provisioning.md',
      'docs/services.md',
      'docs/employer-blind.md',
      'docs/security.md',
      ['SECURITY.md', 'Reporting vulnerabilities'],
      'docs/scaling.md',
      'deploy/ha/README.md',
      'docs/results.md',
      'CHANGELOG.md',
    ],
  },
  {
    names: { en: 'Developers', fr: 'Développeurs', nl: 'Ontwikkelaars' },
    pages: [
      'docs/developers/README.md',
      'docs/developers/api.md',
      'docs/ingest.md',
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/glossary.md',
      'docs/benchmarks.md',
      'docs/benchmarks-of-long-work.md',
      'docs/coverage.md',
    ],
  },
];

const decisions = 'docs/decisions/README.md';

/** Pages that are not in the list yet are shown to the IT department. */
const listed = readers.flatMap(({ pages }) =>
  pages.map((page) => (typeof page === 'string' ? page : page[0])),
);
const unlisted = globSync(['docs/*.md', 'docs/administrators/*.md', 'deploy/*/README.md'], {
  cwd: repository,
})
  .filter((path) => path !== 'docs/README.md' && !listed.includes(path))
  .sort();
readers.find(({ names }) => names.en === 'IT')?.pages.push(...unlisted);

/** Returns the sidebar in a language: for each reader, the pages that exist. */
export function sidebarOf(language: Language): DefaultTheme.SidebarItem[] {
  return readers
    .map(({ names, pages, isTranslated }) => ({
      text: names[language],
      collapsed: true,
      items: [
        ...pages.flatMap((page) => itemOf(isTranslated ? inLanguage(page, language) : page)),
        ...(pages.includes('docs/architecture.md') ? [decisionItems()] : []),
      ],
    }))
    .filter(({ items }) => items.length > 0);
}

/** Returns the entry pages of the readers, for the bar at the top. */
export function navigationOf(language: Language): DefaultTheme.NavItemWithLink[] {
  return readers.flatMap(({ names, pages, isTranslated }) => {
    const entry = pages[0] ?? '';
    const [item] = itemOf(isTranslated ? inLanguage(entry, language) : entry);
    return item?.link ? [{ text: names[language], link: item.link }] : [];
  });
}

/** Returns the page in another language, or the English one if it is not translated. */
function inLanguage(page: Page, language: Language): Page {
  if (language === 'en' || typeof page !== 'string') return page;
  const translated = page.replace('docs/', `docs/${language}/`);
  return existsSync(repository + translated) ? translated : page;
}

function itemOf(page: Page): DefaultTheme.SidebarItem[] {
  const [path, label] = typeof page === 'string' ? [page] : page;
  if (!existsSync(repository + path)) return [];
  const link = `/${pageOf(path)
    ?.replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '.html')}`;
  return [{ text: label ?? headingOf(path), link }];
}

function decisionItems(): DefaultTheme.SidebarItem {
  const records = readFileSync(repository + decisions, 'utf8').matchAll(
    /^\| \[\d+\]\((\d{4}-[\w-]+\.md)\)/gm,
  );
  return {
    ...itemOf(decisions)[0],
    collapsed: true,
    items: [...records].flatMap(([, file]) => itemOf(`docs/decisions/${file}`)),
  };
}

const headingOf = (path: string) => readFileSync(repository + path, 'utf8').match(/^# (.+)$/m)?.[1] ?? path;
