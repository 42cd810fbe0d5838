import { escaped } from './mail-template.ts';

/** The texts in the frame of the sign-in page. */
export interface SignInTexts {
  slogan: string;
  title: string;
  /** What screen readers say while the page loads. */
  waiting: string;
}

/** The texts in the frames of signed-in people. */
interface SignedInTexts {
  /** The platform's name, which is the text alternative of the logo. */
  name: string;
  /** What screen readers say while the page loads. */
  waiting: string;
  heading: ScreenHeading | undefined;
}

/** The heading of a screen, and the texts of the links above it. */
export interface ScreenHeading {
  title: string;
  back: string;
  aside: string | undefined;
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

/** The addresses of the screens that get a frame with the header, without the dashboard's. */
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
  signedIn(header: AppHeader, texts: SignedInTexts, isDashboard: boolean): string;
}

/** Matches the names of values in a template: the content of an element, or one of these attributes. */
const placeholder = /(?<=>|aria-label="|data-ground=")\w+(?=[<"])/g;

/** Separates a built page from the templates of its frames; the organisers' app has none. */
export function separated(built: string): { page: string; frames: Frames } {
  const template = /<template id="([a-z-]+)">([\s\S]*?)<\/template>/g;
  const found = new Map(Array.from(built.matchAll(template), ([, id, html]) => [id, html]));
  const fill = (id: string, values: Record<string, string>) =>
    (found.get(id) ?? '').replace(placeholder, (name) => values[name] ?? name);
  return {
    page: built.replaceAll(template, ''),
    frames: {
      signIn: ({ slogan, title, waiting }) =>
        fill('sign-in-frame', {
          slogan: escaped(slogan),
          title: escaped(title),
          waiting: escaped(waiting),
        }),
      signedIn: ({ ground, logos, picture }, { name, waiting, heading }, isDashboard) => {
        const atNight =
          ground === 'light'
            ? `<source media="(prefers-color-scheme: dark)" srcset="${escaped(asCandidate(logos.dark))}">`
            : '';
        const header = picture && `<img class="dashboard-picture" src="${escaped(picture)}" alt="">`;
        const withHeading = heading ? 'heading-frame' : 'other-frame';
        return fill('signed-in-frame', {
          ground,
          logo: `<picture>${atNight}<img src="${escaped(logos[ground])}" alt="${escaped(name)}"></picture>`,
          content: fill(isDashboard ? 'dashboard-frame' : withHeading, {
            picture: header,
            waiting: escaped(waiting),
            ...(heading && {
              title: escaped(heading.title),
              back: escaped(heading.back),
              aside: heading.aside ? fill('aside-frame', { aside: escaped(heading.aside) }) : '',
            }),
          }),
        });
      },
    },
  };
}

/** Returns an address as browsers read it, without characters that would end it in a `srcset`. */
const asCandidate = (address: string) =>
  address
    .trim()
    .replaceAll(/[\t\n\r]/g, '')
    .replaceAll(' ', '%20');
