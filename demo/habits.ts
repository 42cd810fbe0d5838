import type { SportName } from './sports.ts';

/** A person's regular activity. */
export interface Routine {
  sport: SportName;
  /** The probability on each day of the week, from Monday. */
  week: number[];
  /** The usual minimum, in minutes, or in steps for sports counted in steps; `to` is the maximum. */
  from: number;
  to: number;
  unit: 'minutes' | 'steps';
  /** The hour at which the activity starts; it is logged soon after. */
  hour: number;
  /** The topic of remarks, if different from the sport's. */
  about?: 'commute';
}

const none = [0, 0, 0, 0, 0, 0, 0];
const weekdays = (chance: number) => [chance, chance, chance * 0.8, chance, chance * 0.7, 0, 0];
const weekend = (saturday: number, sunday: number) => [0, 0, 0, 0, 0, saturday, sunday];
const on = (days: Record<number, number>) => none.map((never, index) => days[index + 1] ?? never);

const timed = (sport: SportName, week: number[], from: number, to: number, hour = 18.5): Routine => ({
  sport,
  week,
  from,
  to,
  unit: 'minutes',
  hour,
});
const stepped = (week: number[], from: number, to: number): Routine => ({
  sport: 'walking',
  week,
  from,
  to,
  unit: 'steps',
  hour: 17,
});

const commute = (sport: SportName, chance: number, from: number, to: number): Routine => ({
  ...timed(sport, weekdays(chance), from, to, 17.8),
  about: 'commute',
});
const sundayRide = timed('cycling', weekend(0.18, 0.32), 60, 140, 12.5);
const sundayWalk = timed('walking', weekend(0.2, 0.35), 40, 110, 16.5);

const evening = (sport: SportName, from: number, to: number): Routine[] => [
  timed(sport, on({ 1: 0.44, 3: 0.4, 4: 0.48 }), from, to, 19.5),
  timed(sport, weekend(0.35, 0.2), from, to * 1.2, 11),
];

/** A group of people with the same habits, and the size of that group. */
export interface Habit {
  people: number;
  routines: Routine[];
}

/** The participant who can sign in: a runner who also cycles to work. */
export const signInHabit: Habit = {
  people: 1,
  routines: [
    timed('running', on({ 2: 0.75, 4: 0.65 }), 38, 58, 18.8),
    timed('running', weekend(0.15, 0.75), 55, 95, 10.5),
    commute('cycling', 0.35, 38, 52),
  ],
};

/** The organiser: walks at noon, and counts steps at the weekend. */
export const organiserHabit: Habit = {
  people: 1,
  routines: [timed('walking', weekdays(0.5), 22, 38, 13), stepped(weekend(0.5, 0.6), 6000, 13_000)],
};

/** All 238 others: a third of them are active now and then, and some never. */
export const habits: Habit[] = [
  { people: 20, routines: [commute('cycling', 0.66, 35, 70), sundayRide] },
  { people: 9, routines: [{ ...commute('e-bike', 0.66, 18, 38), hour: 8.8 }, sundayWalk] },
  {
    people: 30,
    routines: [
      timed('running', on({ 1: 0.12, 2: 0.55, 4: 0.5 }), 28, 58, 18.8),
      timed('running', weekend(0.25, 0.6), 40, 90, 10.5),
    ],
  },
  { people: 48, routines: [stepped([0.86, 0.86, 0.82, 0.86, 0.8, 0.64, 0.7], 3800, 10_400)] },
  { people: 13, routines: [timed('walking', weekdays(0.66), 18, 40, 13), sundayWalk] },
  { people: 7, routines: [...evening('fitness', 45, 75), sundayWalk] },
  { people: 5, routines: [...evening('swimming', 30, 55), sundayRide] },
  { people: 5, routines: [...evening('yoga', 45, 75), stepped(weekend(0.4, 0.4), 5000, 12_000)] },
  { people: 5, routines: [timed('football', on({ 3: 0.7, 6: 0.75 }), 70, 105, 21)] },
  { people: 4, routines: evening('tennis', 60, 95) },
  { people: 4, routines: evening('dance', 55, 100) },
  {
    people: 10,
    routines: [
      timed('cycling', weekend(0.5, 0.62), 80, 175, 12.5),
      timed('cycling', on({ 3: 0.28 }), 60, 95, 20),
    ],
  },
  {
    people: 6,
    routines: [
      timed('running', on({ 1: 0.6, 3: 0.7, 5: 0.5, 7: 0.7 }), 45, 105, 7.2),
      timed('cycling', on({ 2: 0.6, 4: 0.55, 6: 0.85 }), 65, 160, 19),
      timed('swimming', on({ 2: 0.4, 5: 0.4 }), 35, 60, 20.6),
    ],
  },
  { people: 16, routines: [timed('walking', [0.04, 0.04, 0.06, 0.04, 0.04, 0.12, 0.2], 25, 80, 16)] },
  { people: 13, routines: [stepped([0.07, 0.07, 0.07, 0.07, 0.07, 0.06, 0.08], 3500, 9500)] },
  {
    people: 13,
    routines: [
      timed('gardening', weekend(0.22, 0.14), 60, 170, 15.5),
      timed('hiking', weekend(0, 0.1), 110, 260, 17),
    ],
  },
  { people: 11, routines: [timed('running', on({ 2: 0.1, 7: 0.2 }), 20, 40, 11)] },
  { people: 11, routines: [{ ...sundayRide, week: weekend(0.12, 0.16) }] },
  { people: 8, routines: [] },
];
