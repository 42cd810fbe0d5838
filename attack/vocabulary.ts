import fc from 'fast-check';
import { newPerson, running, swimming } from '../server/testing/test-app.ts';
import { dates, moments, type Vocabulary } from './generate.ts';
import type { World } from './world.ts';

const below = '/platform/api';

/** The collection whose addresses a field contains, keyed by field name. */
const addressesIn: Record<string, string> = {
  activity: `${below}/activities`,
  comment: `${below}/activity_comments`,
  challenge: `${below}/challenges`,
  person: `${below}/person_infos`,
  team: `${below}/challenge_teams`,
  profileId: `${below}/person_infos`,
};

/** The collection whose ids a field contains, keyed by field name. */
const numbersIn: Record<string, string> = {
  personId: `${below}/management/people`,
  captainId: `${below}/management/people`,
  teamId: `${below}/management/teams`,
  sportId: `${below}/management/sports`,
  libraryId: `${below}/management/faq-libraries`,
  faqLibraryId: `${below}/management/faq-libraries`,
  progressMapId: `${below}/management/progress-maps`,
};

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><path id="way" d="M0 0 L50 25 C60 30 80 40 100 50" stroke="red" fill="none"/><rect width="9" height="9"/></svg>';

const html = [
  '<p>Hello <b>you</b></p>',
  '<iframe src="https://example.com"></iframe>',
  '<p><img src="pictures/x"><a href="javascript:alert(1)">x</a></p>',
  '<!-- nothing -->',
  '<table><tr><td>1</table>',
];

/** Values for fields, by field name; these are the same in every world. */
const arbitraries: Record<string, fc.Arbitrary<unknown>> = {
  consent: fc.constantFrom(1, null),
  number: fc.constantFrom(1, 2),
  replaces: fc.integer({ min: 1, max: 8 }),
  password: fc.constantFrom(newPerson().password, 'another pair of shoes'),
  guestCode: fc.constantFrom('WELCOME', 'welcome', 'SECOND', 'NONE'),
  performedAt: dates,
  date: dates,
  startsOn: dates,
  endsOn: fc.constantFrom('2026-11-25', '2027-06-30', '2026-03-31'),
  from: dates,
  until: dates,
  to: dates,
  startedAt: moments,
  endedAt: moments,
  validFrom: moments,
  validUntil: moments,
  time: fc.constantFrom('00:30:00', '01:00:00', '99:59:59', '00:00:01', '10:00:00'),
  kilometers: fc.constantFrom(1, 5, 10.5, '3,5', 42.195, 100),
  steps: fc.constantFrom(1000, '12000', 200_000),
  language: fc.constantFrom('en', 'fr', 'nl'),
  locale: fc.constantFrom('en', 'fr', 'nl'),
  timeZone: fc.constantFrom('Europe/Brussels', 'Pacific/Kiritimati', 'Pacific/Niue', 'UTC', '+23:59'),
  companyColour: fc.constantFrom('#c2410c', ''),
  logoDark: fc.constantFrom(
    '',
    'pictures/x',
    'https://example.com/a.png',
    'https://x,y/a.png',
    'https://x;y',
  ),
  logoLight: fc.constantFrom('', 'https://example.com/a.png', "https://x'y/a.png", 'https://x y/'),
  headerPicture: fc.constantFrom('', 'https://example.com/a.png', 'https://*/a.png'),
  providerLogo: fc.constantFrom('', 'https://example.com/a.png', 'https://é.example/a.png'),
  solution: fc.constantFrom(...html.map((text) => ({ en: text, fr: '', nl: '' }))),
  content: fc.oneof(
    fc.constantFrom(...html),
    fc.constantFrom(...html.map((text) => ({ en: text, fr: text, nl: '' }))),
  ),
  infoScreen: fc.constantFrom(...html.map((text) => ({ en: text, fr: '', nl: '' }))),
  url: fc.constantFrom('#/', '#info', 'https://example.com', 'mailto:a@example.com'),
  drawing: fc.constant(drawing),
  line: fc.constantFrom(0, 1, 2),
  csv: fc.constantFrom(
    'given name,surname,email\nNadia,Claes,nadia@example.com\n',
    'voornaam;naam;e-mail;team\nNadia;Claes;nadia@example.com;The runners\n',
    'email\n"unfinished',
    'a,b,c\n1,2,3',
    'given name,surname,email\n\ud800,x,x@example.com',
  ),
  'names[]': fc.subarray(['yoga', 'hiking', 'rowing', 'dancing', 'nothing']),
  sportType: fc.constantFrom('running', 'RUNNING', 'Run', 'kayaking', 'new sport'),
  sport: fc.constantFrom(running, swimming, 'running', `${below}/sports/3`, `${below}/sports/4`),
  code: fc.constantFrom('123456', 'NEW-CODE', 'WELCOME', ''),
  uri: fc.oneof(
    fc.constantFrom('november', 'spring', ''),
    fc.nat(10_000).map((number) => `uri-${number}`),
  ),
  returnTo: fc.constantFrom('/', '/my-activities', '//elsewhere.example/', 'https://elsewhere.example/'),
  'stations[]': fc.constantFrom(
    [],
    [{ name: 'Half', percentage: 50 }],
    [{ name: 'End', percentage: 100, rank: 2 }],
  ),
  page: fc.constantFrom(1, 2, 100_000),
  itemsPerPage: fc.constantFrom(1, 20, 50),
  limit: fc.constantFrom(1, 20, 2000),
  periodModifier: fc.constantFrom(0, -1, 1, -520, 520),
  q: fc.constantFrom('a', '%', '_', '\\\\', 'anna', "'", '\u202E'),
  isChanged: fc.constantFrom('true', 'false'),
  key: fc.constantFrom('work', 'nothing'),
  file: fc.constantFrom('common.json', 'problems.json', 'constructor.json'),
  platform: fc.constantFrom('polar', 'strava', 'garmin', 'fitbit'),
  only: fc.constantFrom('aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbb'),
  periodType: fc.constantFrom('week', 'month', 'all', 'challenge'),
  cursor: fc.constantFrom('2026-11-20_5', '9999-12-31_999999999999999999'),
  data: fc.constantFrom(
    { metrics: [], workouts: [] },
    {
      metrics: [
        { name: 'step_count', units: 'count', data: [{ date: '2026-11-20 00:00:00 +0100', qty: 5 }] },
      ],
    },
    {
      workouts: [
        {
          id: 'x',
          name: 'Outdoor Run',
          start: '2026-11-20 06:00:00 +0100',
          end: '2026-11-20 06:30:00 +0100',
        },
      ],
    },
  ),
  'exercise[]': fc.constantFrom(
    [],
    [{ type: '56', start_time: '2026-11-20T06:00:00Z', end_time: '2026-11-20T06:30:00Z' }],
    [{ type: 56, start_time: 1, end_time: 'x' }],
  ),
};

/** Returns the vocabulary of a world: fixed values, and values from the world's lists. */
export function vocabularyOf({ harvest, people, slugs }: World): Vocabulary {
  const { anna, bob, carol, moderator, analyst, organiser } = people;
  const mails = [anna, bob, carol, moderator, analyst, organiser].map(({ email }) => email);
  const newMail = fc.nat(10_000).map((number) => `new-${number}@example.com`);
  const inWorld: Record<string, fc.Arbitrary<unknown>> = {
    email: fc.oneof(newMail, fc.constantFrom(...mails)),
    username: fc.constantFrom(...mails),
    slug: fc.constantFrom(...slugs),
    record: constantOf(harvest.idsBelow(`${below}/workout_records`)),
    member: constantOf(
      [...harvest.rows.keys()]
        .filter((path) => /challenge_teams\/[\w-]+\/members$/.test(path))
        .flatMap((path) => harvest.idsBelow(path).map((last) => `${path}/${last}`)),
    ),
  };
  for (const [name, path] of Object.entries(addressesIn))
    inWorld[name] = constantOf(harvest.idsBelow(path).map((last) => `${path}/${last}`));
  for (const [name, path] of Object.entries(numbersIn))
    inWorld[name] = constantOf(harvest.idsBelow(path).map(Number));
  return (name) => {
    if (name.startsWith('order[')) return fc.constantFrom('asc', 'desc', 'DESC');
    const known = inWorld[name] ?? arbitraries[name];
    if (known) return known;
    const seen = harvest.values.get(name);
    return seen && seen.size > 0 && !/^(id|uuid|@)/.test(name) ? fc.constantFrom(...seen) : undefined;
  };
}

function constantOf(values: unknown[]): fc.Arbitrary<unknown> {
  return values.length > 0 ? fc.constantFrom(...values) : fc.constant('nothing');
}
