import { escaped } from './mail-template.ts';

/** What link previews, search engines and home screens show of a page. */
export interface PageCard {
  /** What the platform is called. */
  name: string;
  description: string;
  /** Of the browser's own bars, by day and by night. */
  colours: { light: string; dark: string };
  /** Where the manifest is. */
  manifest: string;
  /** Where a phone's home screen finds a picture. */
  homeIcon: string;
  /** The same for other sites, with scheme and host. */
  picture: string;
}

/** The tags of a page's head that say what the page is. */
export function cardTags({ name, description, colours, manifest, homeIcon, picture }: PageCard): string {
  const tags: [tag: 'meta' | 'link', attributes: Record<string, string>][] = [
    ['meta', { name: 'description', content: description }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:site_name', content: name }],
    ['meta', { property: 'og:title', content: name }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:image', content: picture }],
    ['meta', { name: 'twitter:card', content: 'summary' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: colours.light }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: colours.dark }],
    ['link', { rel: 'manifest', href: manifest }],
    ['link', { rel: 'apple-touch-icon', href: homeIcon }],
  ];
  return tags
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
      return `<${tag} ${written.join(' ')} />`;
    })
    .join('');
}
