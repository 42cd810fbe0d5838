/** A picture of a screen for the guides. */
export interface Picture {
  name: string;
  path: string;
  /** Participants' screens are shown at phone size, organisers' screens at desktop size. */
  size: 'phone' | 'desk';
  /** The person who is signed in; nobody if undefined. */
  who?: 'participant' | 'organiser';
  /** The element to click before the picture is taken. */
  opens?: string;
}

/** The pictures of the guides, in every language. */
export const pictures: Picture[] = [
  { name: 'sign-up', path: 'sign-up?guest-code=WELCOME', size: 'phone' },
  { name: 'dashboard', path: '', size: 'phone', who: 'participant' },
  { name: 'add-activity', path: 'my-activities/add', size: 'phone', who: 'participant' },
  { name: 'ranking', path: 'our-statistics/weekly', size: 'phone', who: 'participant' },
  { name: 'who-sees-what', path: 'who-sees-what', size: 'phone', who: 'participant' },
  {
    name: 'overview',
    path: 'dashboard',
    size: 'desk',
    who: 'organiser',
    opens: '#main-content [aria-expanded=false]',
  },
  { name: 'challenge', path: 'dashboard/challenges', size: 'desk', who: 'organiser' },
  { name: 'guest-codes', path: 'dashboard/guest-codes', size: 'desk', who: 'organiser' },
  { name: 'import', path: 'dashboard/people-import', size: 'desk', who: 'organiser' },
  { name: 'sports', path: 'dashboard/sports', size: 'desk', who: 'organiser' },
  { name: 'inbox', path: 'dashboard/inbox', size: 'desk', who: 'organiser' },
  { name: 'statistics', path: 'dashboard/statistics', size: 'desk', who: 'organiser' },
  { name: 'settings', path: 'dashboard/settings', size: 'desk', who: 'organiser' },
];
