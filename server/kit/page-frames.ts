import { escaped } from './mail-template.ts';

/** The texts in the frame of the sign-in page. */
export interface SignInTexts {
  slogan: string;
  title: string;
}

/** The header of the participants' app, and the picture at the top of its dashboard. */
export interface AppHeader {
  /** The header's background in light mode; in dark mode, it is always dark. */
  ground: 'dark' | 'light';
  /** The addresses of the logos for each background. */
  logos: { dark: string; light: string };
  /** The address of the picture; empty for none. */
  picture: string;
}

/** The addresses of the screens that show the header to signed-in people, without the dashboard's. */
const withHeader =
  /^(?:challenges|faq|my-activities|my-decisions|my-profile|our-challenges|our-statistics|phone|privacy|profile|teams|who-sees-what)(?:\/|$)/;

/** Returns which frame signed-in people get at an address below the base path. */
export function frameAt(address: string): 'dashboard' | 'other screen' | undefined {
  const [path = ''] = address.split('?', 1);
  if (path === '') return 'dashboard';
  return withHeader.test(path) ? 'other screen' : undefined;
}

/** Return the HTML that pages show before their scripts have loaded; empty for an app without such templates. */
interface Frames {
  signIn(texts: SignInTexts): string;
  /** `name` is the platform's name, the text alternative of the logo. */
  signedIn(header: AppHeader, name: string, isDashboard: boolean): string;
}

/** Separates a built page from the templates of its frames; the organisers' app has none. */
export function separated(built: string): { page: string; frames: Frames } {
  const template = /<template id="([a-z-]+)">([\s\S]*?)<\/template>/g;
  const found = new Map(Array.from(built.matchAll(template), ([, id, html]) => [id, html]));
  const fill = (id: string, values: Record<string, string>) =>
    Object.entries(values).reduce(
      (html, [name, value]) => html.replace(`>${name}<`, () => `>${value}<`),
      found.get(id) ?? '',
    );
  return {
    page: built.replaceAll(template, ''),
    frames: {
      signIn: ({ slogan, title }) =>
        fill('sign-in-frame', { slogan: escaped(slogan), title: escaped(title) }),
      signedIn: ({ ground, logos, picture }, name, isDashboard) => {
        const logoAtNight =
          ground === 'light' &&
          `<source media="(prefers-color-scheme: dark)" srcset="${escaped(encodeSpaces(logos.dark))}">`;
        const logo = `<img src="${escaped(logos[ground])}" alt="${escaped(name)}">`;
        const content = isDashboard
          ? fill('dashboard-frame', {
              picture: picture && `<img class="dashboard-picture" src="${escaped(picture)}" alt="">`,
            })
          : fill('other-frame', {});
        return fill('signed-in-frame', {
          logo: logoAtNight ? `<picture>${logoAtNight}${logo}</picture>` : logo,
          content,
        }).replace('data-ground="ground"', `data-ground="${ground}"`);
      },
    },
  };
}

/** A space would end the address in a `srcset`. */
const encodeSpaces = (address: string) => address.replaceAll(' ', '%20');
