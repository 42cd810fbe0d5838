import { parse } from 'csv-parse/sync';
import { knownSportTypes } from '../../../sports/known-sport-types.ts';
import { FileFailure } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { wholeWorkout } from './rounded-workout.ts';

/** A workout in the list of an export, with the values to use if it has no file. */
export interface ListedWorkout {
  name: string | null;
  sportType: string | null;
  /** The path of the workout's file in the archive; undefined if the person typed the workout in. */
  file: string | undefined;
  /** Undefined if the row has no date, or no duration and no distance. */
  workout: FileWorkout | undefined;
}

/** Returns whether a path is the list of activities in a Strava export. */
export const isActivityTable = (path: string) => /(^|\/)activities\.csv$/i.test(path);

/**
 * The positions of the first columns, which are the same in every language, although the names are
 * translated. The first distance column is in kilometres.
 */
const columns = { date: 1, name: 2, type: 3, elapsed: 5, kilometres: 6 };

const isWorkoutPath = (cell: string) => /\.(fit|gpx|tcx)(\.gz)?$/i.test(cell);

/** Reads the list of activities in a Strava export. Throws a FileFailure if the file is not such a list. */
export function readActivityTable(bytes: Uint8Array): ListedWorkout[] {
  const [heads = [], ...rows] = rowsOf(bytes);
  if (heads.length <= columns.kilometres) throw new FileFailure('broken');
  // Each of these names occurs twice. The second column with the name contains the exact value: the duration in
  // seconds, or the distance in metres.
  const again = (at: number) => heads.indexOf(heads[at] ?? '', columns.kilometres + 1);
  const [elapsed, metres] = [again(columns.elapsed), again(columns.kilometres)];
  return rows.map((row): ListedWorkout => {
    const cell = (at: number) => row[at]?.trim() ?? '';
    const name = cell(columns.name) || null;
    const sportType = typeNamed(cell(columns.type));
    const startedAt = momentOf(cell(columns.date));
    const kilometres = amountOf(cell(columns.kilometres));
    return {
      name,
      sportType,
      file: row.slice(columns.kilometres).find(isWorkoutPath)?.trim(),
      workout:
        startedAt === undefined
          ? undefined
          : wholeWorkout({
              startedAt,
              utcOffsetMinutes: null,
              elapsedSeconds: amountOf(cell(elapsed)) ?? amountOf(cell(columns.elapsed)) ?? 0,
              // The column after the second elapsed time is the moving time.
              movingSeconds: elapsed < 0 ? null : (amountOf(cell(elapsed + 1)) ?? null),
              metres: amountOf(cell(metres)) ?? (kilometres === undefined ? null : kilometres * 1000),
              sportType,
              name,
              device: null,
              cameFrom: 'Strava',
            }),
    };
  });
}

function rowsOf(bytes: Uint8Array): string[][] {
  try {
    return parse(Buffer.from(bytes), { bom: true, relaxColumnCount: true, skipEmptyLines: true });
  } catch {
    throw new FileFailure('broken');
  }
}

/** Parses a number that may have a decimal comma. */
function amountOf(text: string): number | undefined {
  const value = text === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** The first letters of the months in English, French, Dutch and German, without accents. */
const months = [
  'ja',
  'fe',
  'mar|mrt|maa',
  'ap|av',
  'mai|may|mei',
  'jun|juin',
  'jul|juil',
  'au|ao',
  's',
  'o',
  'n',
  'd',
].map((start) => new RegExp(`^(${start})`));

/** Parses a date and time in UTC, such as “Nov 20, 2026, 5:30:00 AM” or “20 nov. 2026 à 05:30:00”. */
function momentOf(text: string): number | undefined {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [, year] = /\b(\d{4})\b/.exec(plain) ?? [];
  const [, hours, minutes, seconds = '0'] = /\b(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(plain) ?? [];
  const [, day] = /\b(\d{1,2})\b(?!:)/.exec(plain) ?? [];
  const [word = ''] = /[a-z]{3,}/.exec(plain) ?? [];
  const [, numbered] = /^\d{4}-(\d\d)-/.exec(plain) ?? [];
  const month = numbered ? Number(numbered) - 1 : months.findIndex((start) => start.test(word));
  const date = numbered ? plain.slice(8, 10) : day;
  if (!year || !hours || !date || month < 0) return undefined;
  const half = /\d\s*(am|pm)\b/.exec(plain)?.[1];
  const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours);
  const moment = Date.UTC(Number(year), month, Number(date), hour, Number(minutes), Number(seconds));
  return Number.isNaN(moment) ? undefined : moment;
}

const known = new Map(
  Object.values(knownSportTypes.Strava).flatMap((types) =>
    types
      .trim()
      .split(/\s+/)
      .map((type) => [type.toLowerCase(), type] as const),
  ),
);

/**
 * Patterns for the French and Dutch translations of Strava's sport names, in lower case and without accents. The first
 * match wins.
 */
const translated: [pattern: RegExp, type: string][] = [
  [/(electrique|e-?bike).*(vtt|mountain)|(vtt|mountain).*(electrique|e-?bike)|^e-?mtb/, 'EMountainBikeRide'],
  [/velo.*electrique|electrique.*velo|e-?bike|e-?fiets|elektrische/, 'EBikeRide'],
  [/(velo|cycl).*virtuel|virtu.*(fiets|rit)/, 'VirtualRide'],
  [/course.*virtuelle|virtu.*(hardloop|loop|run)/, 'VirtualRun'],
  [/gravel/, 'GravelRide'],
  [/\bvtt\b|mountainbike|velo tout.terrain/, 'MountainBikeRide'],
  [/\btrail|veldloop/, 'TrailRun'],
  [/^(course a pied|course|hardloop|hardlopen|loop)/, 'Run'],
  [/^(randonnee a ski|toerski)/, 'BackcountrySki'],
  [/^(velo|sortie a velo|sortie velo|cyclisme|fiets|rit$|racefiets)/, 'Ride'],
  [/^(randonnee|trektocht|hike|bergwandel)/, 'Hike'],
  [/^(marche|wandel)/, 'Walk'],
  [/^(natation|nage|zwem)/, 'Swim'],
  [/^(aviron virtuel|virtueel roeien)/, 'VirtualRow'],
  [/^(aviron|roei)/, 'Rowing'],
  [/^(ski de fond|ski nordique|langlauf)/, 'NordicSki'],
  [/^(ski alpin|alpine|alpineski|skien)/, 'AlpineSki'],
  [/^(patin.*glace|schaats)/, 'IceSkate'],
  [/^(roller|patin.*(ligne|roue)|skeeler|inline)/, 'InlineSkate'],
  [/^(raquettes|sneeuwschoen)/, 'Snowshoe'],
  [/^(musculation|entrainement aux poids|kracht|gewicht)/, 'WeightTraining'],
  [/^(velo elliptique|elliptique|crosstrainer)/, 'Elliptical'],
  [/^(escalade|klim)/, 'RockClimbing'],
  [/^(canoe|kano)/, 'Canoeing'],
  [/^(kayak|kajak)/, 'Kayaking'],
  [/^(entrainement|training|workout)/, 'Workout'],
];

/** Returns Strava's sport name for its English, French or Dutch translation, or null if the translation is unknown. */
function typeNamed(name: string): string | null {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const english = known.get(plain.replaceAll(/[^a-z]/g, ''));
  return english ?? translated.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
