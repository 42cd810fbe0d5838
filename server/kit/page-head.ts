import { escaped } from './mail-template.ts';

/** A page's metadata for link previews, search engines and home screens. */
export interface PageCard {
  /** The platform's name. */
  name: string;
  description: string;
  /** The theme colours for the browser's toolbar, in light and dark mode. */
  colours: { light: string; dark: string };
  manifest: string;
  /** The address of the icon for a phone's home screen. */
  homeIcon: string;
  /** The absolute URL of the picture in link previews. */
  picture: string;
}

/** Returns the metadata tags for a page's head. */
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
