/** A row in a steps export: one day of one person. */
export interface StepsRow {
  line: number;
  person: string;
  /** The date, as `YYYY-MM-DD`. */
  day: string;
  steps: number;
}

/** A row that cannot be sent, with the reason. */
export interface SkippedRow {
  line: number;
  reason: string;
}

const header = 'Id,ActivityDate,TotalSteps,TotalDistance';

/**
 * Parses a steps export with the columns Id, ActivityDate (month/day/year, with or without leading zeros), TotalSteps
 * (a whole number, possibly with decimals) and TotalDistance. Every line after the header is returned as a row or as a
 * skipped row. Throws if the header differs.
 */
export function readStepsExport(text: string): { rows: StepsRow[]; skipped: SkippedRow[] } {
  const [first, ...lines] = text.trimEnd().split(/\r?\n/);
  if (first?.trim() !== header) throw new Error(`The first line must be ${header}`);
  const rows: StepsRow[] = [];
  const skipped: SkippedRow[] = [];
  for (const [index, content] of lines.entries()) {
    const line = index + 2;
    const [person = '', date = '', steps = '', distance, ...more] = content
      .split(',')
      .map((cell) => cell.trim());
    const day = dayOf(date);
    const reason =
      distance === undefined || more.length > 0
        ? 'does not have four columns'
        : !/^\d+$/.test(person)
          ? `«${person}» is not a person's number`
          : !day
            ? `«${date}» is not a date`
            : !/^\d+(\.0*)?$/.test(steps)
              ? `«${steps}» is not a whole number of steps`
              : Number(steps) === 0
                ? 'no steps'
                : undefined;
    if (reason || !day) skipped.push({ line, reason: reason ?? '' });
    else rows.push({ line, person, day, steps: Number(steps) });
  }
  return { rows, skipped };
}

function dayOf(date: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? [];
  if (!month || !day || !year) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}
