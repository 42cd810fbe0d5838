import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { type Amount, countedMetres } from '../contract/kilometres.ts';
import type { Db } from '../server/db/db.ts';
import { type DemoDays, momentOn } from './days.ts';
import { type Habit, habits, organiserHabit, type Routine, signInHabit } from './habits.ts';
import type { DemoPerson } from './people.ts';
import { Random } from './random.ts';
import { remarks } from './remarks.ts';
import { ruleOf, type SportName } from './sports.ts';

/** A demo activity, before its person and sport have ids. */
export interface DemoActivity {
  uuid: string;
  /** The index in the list of people. */
  person: number;
  sport: SportName;
  performedOn: string;
  amount: Amount;
  info: string | null;
  countedMetres: number;
  createdAt: Temporal.Instant;
}

/**
 * Generates ten weeks of activities from everybody's habits, in the order in which they were logged. None is in the
 * future.
 */
export function demoActivities(people: DemoPerson[], days: DemoDays): DemoActivity[] {
  const others = new Random(2).shuffled(habits.flatMap((habit) => Array<Habit>(habit.people).fill(habit)));
  const habitOf = [signInHabit, organiserHabit, ...others];
  const calendar = calendarOf(days);
  const activities = people.flatMap((person, index) =>
    activitiesOf(index, person, habitOf[index]?.routines ?? [], calendar, days.now),
  );
  runToday(activities, days);
  return activities.sort((one, other) => Temporal.Instant.compare(one.createdAt, other.createdAt));
}

/**
 * Moves the last run of the participant who can sign in to today. Otherwise, on some days, whoever tries the demo would
 * be missing from the boards of the week or the month.
 */
function runToday(activities: DemoActivity[], { today, now }: DemoDays): void {
  const lastRun = activities.findLast(({ person, sport }) => person === 0 && sport === 'running');
  if (!lastRun || lastRun.performedOn === today.toString()) return;
  lastRun.performedOn = today.toString();
  lastRun.createdAt = now;
}

/** Inserts the activities in one statement; the caller must rebuild the standings. */
export async function insertDemoActivities(
  tx: Db,
  activities: DemoActivity[],
  personIds: number[],
  sportIds: Map<SportName, number>,
): Promise<void> {
  const rows = activities.map((activity, position) => ({
    position,
    uuid: activity.uuid,
    person_id: personIds[activity.person],
    sport_id: sportIds.get(activity.sport),
    performed_on: activity.performedOn,
    amount_type: activity.amount.amountType,
    seconds: activity.amount.amountType === 'time' ? activity.amount.seconds : null,
    metres: activity.amount.amountType === 'km' ? activity.amount.metres : null,
    steps: activity.amount.amountType === 'steps' ? activity.amount.steps : null,
    info: activity.info,
    counted_metres: activity.countedMetres,
    created_at: activity.createdAt.toString(),
  }));
  await sql`
    insert into activities (
      uuid, person_id, sport_id, performed_on, amount_type, seconds, metres, steps, info, counted_metres, created_at
    )
    select uuid, person_id, sport_id, performed_on, amount_type, seconds, metres, steps, info, counted_metres, created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as entry (
      position int, uuid uuid, person_id int, sport_id int, performed_on date, amount_type text, seconds int,
      metres int, steps int, info text, counted_metres int, created_at timestamptz
    )
    order by position`.execute(tx);
}

interface Day {
  date: Temporal.PlainDate;
  /** The day's weather, as a factor for the probability of outdoor activities. */
  weather: number;
}

function calendarOf({ first, today }: DemoDays): Day[] {
  const random = new Random(3);
  return Array.from({ length: first.until(today).days + 1 }, (_, count) => ({
    date: first.add({ days: count }),
    weather: random.between(0.78, 1.16),
  }));
}

function activitiesOf(
  person: number,
  { createdAt, language }: DemoPerson,
  routines: Routine[],
  calendar: Day[],
  now: Temporal.Instant,
): DemoActivity[] {
  const random = new Random(1000 + person);
  const [zeal, strength] = [random.between(0.7, 1.25), random.between(0.82, 1.18)];
  return calendar.flatMap(({ date, weather }) =>
    routines.flatMap((routine): DemoActivity[] => {
      const chance = (routine.week[date.dayOfWeek - 1] ?? 0) * zeal * weather;
      if (!random.chance(chance)) return [];
      const uuid = random.uuid();
      const amount = amountOf(random, routine, strength);
      const loggedAt = loggedAtOf(random, routine, date);
      const info = random.chance(routine.unit === 'steps' ? 0.07 : 0.3)
        ? random.pick(remarks[language][routine.about ?? routine.sport])
        : null;
      if (isAfter(createdAt, loggedAt) || isAfter(loggedAt, now)) return [];
      return [
        {
          uuid,
          person,
          sport: routine.sport,
          performedOn: date.toString(),
          amount,
          info,
          countedMetres: countedMetres(ruleOf(routine.sport), amount),
          createdAt: loggedAt,
        },
      ];
    }),
  );
}

const isAfter = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) > 0;

/**
 * The time at which an activity is logged: usually within a few hours, but for one activity in seven the next morning.
 */
function loggedAtOf(random: Random, { hour }: Routine, date: Temporal.PlainDate): Temporal.Instant {
  const soon = momentOn(date, Math.min(23.9, hour + random.between(-0.3, 3.4)));
  const nextMorning = momentOn(date.add({ days: 1 }), random.between(7, 10));
  return random.chance(1 / 7) ? nextMorning : soon;
}

/** The amount of an activity, in seconds or steps; a few rides and runs are entered in kilometres. */
function amountOf(random: Random, { sport, from, to, unit }: Routine, strength: number): Amount {
  const amount = random.between(from, to) * strength;
  if (unit === 'steps') return { amountType: 'steps', steps: Math.round(amount) };
  const isByDistance = (sport === 'cycling' || sport === 'running') && random.chance(0.07);
  const metresAMinute = (ruleOf(sport).kmPerHour * 1000) / 60;
  return isByDistance
    ? {
        amountType: 'km',
        metres: Math.round((amount * metresAMinute * random.between(0.9, 1.2)) / 100) * 100,
      }
    : { amountType: 'time', seconds: Math.round(amount * 60) };
}
