import type { ActivityDay } from '../../contract/activities.ts';

/** A day of a period, with the kilometres of the signed-in person. */
export interface Day {
  day: string;
  kilometers: number;
}

/** Returns the days from Monday to Sunday of the week that contains `now` (`YYYY-MM-DD`). */
export function weekOf(counted: ActivityDay[], now: string): Day[] {
  const sinceMonday = (new Date(`${now}T12:00:00Z`).getUTCDay() + 6) % 7;
  return daysFrom(counted, later(now, -sinceMonday), 7);
}

/** Returns all days of the month that contains `now` (`YYYY-MM-DD`). */
export function monthOf(counted: ActivityDay[], now: string): Day[] {
  const [year, month] = now.split('-').map(Number) as [number, number];
  return daysFrom(counted, `${now.slice(0, 7)}-01`, new Date(Date.UTC(year, month, 0)).getUTCDate());
}

function daysFrom(counted: ActivityDay[], first: string, length: number): Day[] {
  const kilometersOf = new Map(counted.map(({ day, kilometers }) => [day, kilometers]));
  return Array.from({ length }, (_, index) => later(first, index)).map((day) => ({
    day,
    kilometers: kilometersOf.get(day) ?? 0,
  }));
}

/** Adds days to a date. Calculates with noon in UTC, which daylight saving time cannot move to another day. */
function later(day: string, days: number): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}
