import type { Language } from '../../../contract/kit/fields.ts';
import { type MenuItem, managementPage } from '../../../contract/menus.ts';

/** Returns the menu to show until an organiser edits it. Only organisers get the link to the organisers' app. */
export function defaultMenu(language: Language, isOrganiser: boolean): MenuItem[] {
  const labels = allLabels[language];
  return [
    { label: labels.dashboard, url: '#/' },
    { label: labels.activities, url: '#/my-activities' },
    { label: labels.profile, url: '#/my-profile' },
    { label: labels.challenges, url: '#/our-challenges' },
    { label: labels.statistics, url: '#/our-statistics' },
    ...(isOrganiser ? [{ label: labels.management, url: managementPage }] : []),
    { label: labels.signOut, url: '#/sign-out' },
  ];
}

const allLabels = {
  nl: {
    dashboard: 'Dashboard',
    activities: 'Mijn activiteiten',
    profile: 'Mijn profiel',
    challenges: 'Onze challenges',
    statistics: 'Statistieken',
    management: 'Beheer',
    signOut: 'Afmelden',
  },
  fr: {
    dashboard: 'Tableau de bord',
    activities: 'Mes activités',
    profile: 'Mon profil',
    challenges: 'Nos défis',
    statistics: 'Statistiques',
    management: 'Espace organisateurs',
    signOut: 'Se déconnecter',
  },
  en: {
    dashboard: 'Dashboard',
    activities: 'My activities',
    profile: 'My profile',
    challenges: 'Our challenges',
    statistics: 'Statistics',
    management: 'Management',
    signOut: 'Sign out',
  },
};
