import type { Language } from '../../contract/kit/fields.ts';
import type { MenuItem } from '../../contract/menus.ts';

/** The menu until an organiser makes another. */
export const defaultMenu: Record<Language, MenuItem[]> = {
  nl: [
    { label: 'Dashboard', url: '#/' },
    { label: 'Mijn activiteiten', url: '#/my-activities' },
    { label: 'Onze challenges', url: '#/our-challenges' },
    { label: 'Statistieken', url: '#/our-statistics' },
    { label: 'Afmelden', url: '#/sign-out' },
  ],
  fr: [
    { label: 'Tableau de bord', url: '#/' },
    { label: 'Mes activités', url: '#/my-activities' },
    { label: 'Nos défis', url: '#/our-challenges' },
    { label: 'Statistiques', url: '#/our-statistics' },
    { label: 'Se déconnecter', url: '#/sign-out' },
  ],
  en: [
    { label: 'Dashboard', url: '#/' },
    { label: 'My activities', url: '#/my-activities' },
    { label: 'Our challenges', url: '#/our-challenges' },
    { label: 'Statistics', url: '#/our-statistics' },
    { label: 'Sign out', url: '#/sign-out' },
  ],
};
