import type { DefaultTheme, LocaleConfig } from 'vitepress';
import { type Language, navigationOf, sidebarOf } from './sidebar.ts';

/** The theme's own texts; in English they are built in. */
const texts: Record<'fr' | 'nl', DefaultTheme.Config> = {
  fr: {
    outline: { level: [2, 3], label: 'Sur cette page' },
    docFooter: { prev: 'Page précédente', next: 'Page suivante' },
    darkModeSwitchLabel: 'Apparence',
    lightModeSwitchTitle: 'Passer au mode clair',
    darkModeSwitchTitle: 'Passer au mode sombre',
    sidebarMenuLabel: 'Pages',
    returnToTopLabel: 'Haut de la page',
    langMenuLabel: 'Changer de langue',
    navMenuLabel: 'Navigation principale',
    mobileMenuLabel: 'Menu',
    extraMenuLabel: 'Plus d’options',
    skipToContentLabel: 'Aller au contenu',
    notFound: {
      title: 'Page introuvable',
      quote: 'Cette page n’existe pas ou plus.',
      linkText: 'Retour à l’accueil',
      linkLabel: 'Retour à l’accueil',
    },
  },
  nl: {
    outline: { level: [2, 3], label: 'Op deze pagina' },
    docFooter: { prev: 'Vorige pagina', next: 'Volgende pagina' },
    darkModeSwitchLabel: 'Weergave',
    lightModeSwitchTitle: 'Lichte weergave',
    darkModeSwitchTitle: 'Donkere weergave',
    sidebarMenuLabel: 'Pagina’s',
    returnToTopLabel: 'Naar boven',
    langMenuLabel: 'Andere taal kiezen',
    navMenuLabel: 'Hoofdnavigatie',
    mobileMenuLabel: 'Menu',
    extraMenuLabel: 'Meer opties',
    skipToContentLabel: 'Naar de inhoud',
    notFound: {
      title: 'Pagina niet gevonden',
      quote: 'Deze pagina bestaat niet of niet meer.',
      linkText: 'Naar de startpagina',
      linkLabel: 'Naar de startpagina',
    },
  },
};

const localeOf = (language: Language, label: string): LocaleConfig<DefaultTheme.Config>[string] => ({
  label,
  lang: language,
  themeConfig: {
    ...(language === 'en' ? {} : texts[language]),
    nav: navigationOf(language),
    sidebar: sidebarOf(language),
  },
});

/** The languages of the site. */
export const locales: LocaleConfig<DefaultTheme.Config> = {
  root: localeOf('en', 'English'),
  fr: localeOf('fr', 'Français'),
  nl: localeOf('nl', 'Nederlands'),
};

/** The texts of the search in French and Dutch. */
export const searchTexts: NonNullable<DefaultTheme.LocalSearchOptions['locales']> = {
  fr: searchIn(
    'Rechercher',
    'Aucun résultat pour',
    'Effacer',
    'Fermer',
    'Afficher les détails',
    'choisir',
    'naviguer',
  ),
  nl: searchIn('Zoeken', 'Geen resultaten voor', 'Wissen', 'Sluiten', 'Details tonen', 'kiezen', 'bladeren'),
};

function searchIn(
  search: string,
  none: string,
  reset: string,
  close: string,
  details: string,
  select: string,
  navigate: string,
): Partial<DefaultTheme.LocalSearchOptions> {
  return {
    translations: {
      button: { buttonText: search, buttonAriaLabel: search },
      modal: {
        displayDetails: details,
        resetButtonTitle: reset,
        backButtonTitle: close,
        noResultsText: none,
        footer: { selectText: select, navigateText: navigate, closeText: close },
      },
    },
  };
}
