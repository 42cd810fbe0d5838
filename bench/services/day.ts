import { Random } from '../../truth/random.ts';

/** An action of a person at a service, `minute` minutes after the start. */
export interface Action {
  minute: number;
  /** The number of the person, from 0. */
  person: number;
  what: 'record' | 'rename' | 'delete';
  /** The zero-based index of the person's workout. */
  workout: number;
  /** What happens to the webhook event. */
  event: 'sent' | 'sent four times' | 'lost';
}

const minutesPerDay = 24 * 60;

/** The chance that a person is active on a day: five workouts a week. */
const activeDays = 5 / 7;

/**
 * The hours (UTC) between which people upload, each with its share of the day's workouts: mostly after work.
 */
const hours = [
  { from: 5, until: 8, part: 0.2 },
  { from: 11, until: 13, part: 0.15 },
  { from: 16, until: 20, part: 0.5 },
  { from: 8, until: 22, part: 0.15 },
];

/**
 * Invents what people do on some days: they record workouts, and within an hour rename a quarter and delete a
 * few of them. A tenth of the webhook events are sent four times, and one in a hundred is lost.
 */
export function actionsOf(people: number, days: number, seed: number): Action[] {
  const random = new Random(seed);
  const done: Action[] = [];
  const eventOf = () =>
    random.chance(0.01) ? 'lost' : random.chance(0.1) ? 'sent four times' : ('sent' as const);
  for (let person = 0; person < people; person += 1) {
    let workout = 0;
    for (let day = 0; day < days; day += 1) {
      if (!random.chance(activeDays)) continue;
      const minute = day * minutesPerDay + Math.floor(hourOf(random) * 60);
      done.push({ minute, person, what: 'record', workout, event: eventOf() });
      const later = minute + random.whole(2, 60);
      if (random.chance(0.03))
        done.push({ minute: later, person, what: 'delete', workout, event: eventOf() });
      else if (random.chance(0.25))
        done.push({ minute: later, person, what: 'rename', workout, event: eventOf() });
      workout += 1;
    }
  }
  return done.sort((one, other) => one.minute - other.minute);
}

function hourOf(random: Random): number {
  let left = random.next();
  for (const { from, until, part } of hours) {
    if (left < part) return random.between(from, until);
    left -= part;
  }
  return 12;
}
