import { Temporal } from 'temporal-polyfill';
import { googleErrors } from './errors.ts';
import { civilStartOf, type GoogleDataPoint } from './members.ts';

/** However many are asked for. */
const mostOnPage = 25;

/** What may be asked of a list of exercises, as it came. */
export interface GoogleListing {
  filter?: string | undefined;
  pageSize?: string | undefined;
  pageToken?: string | undefined;
}

/** A page of exercises, the last first, and where the next begins. Throws a Refusal for a filter that makes no sense. */
export function pageOf(
  points: GoogleDataPoint[],
  { filter = '', pageSize, pageToken }: GoogleListing,
): { found: GoogleDataPoint[]; nextPageToken?: string } {
  const size = pageSize === undefined ? mostOnPage : Number(pageSize);
  if (!Number.isInteger(size) || size < 0) throw googleErrors.invalid('pageSize');
  const step = Math.min(size || mostOnPage, mostOnPage);
  const isWanted = conditionOf(filter);
  const all = points
    .filter((point) => isWanted(civilStartOf(point)))
    .toSorted((one, other) => Temporal.Instant.compare(startOf(other), startOf(one)));
  const from = pageToken === undefined ? 0 : placeOf(pageToken, filter);
  const found = all.slice(from, from + step);
  const isLast = from + step >= all.length;
  return { found, ...(!isLast && { nextPageToken: tokenOf(from + step, filter) }) };
}

const startOf = ({ exercise }: GoogleDataPoint) => Temporal.Instant.from(exercise.interval.startTime);

/** A page is one of the list that it was begun with. */
const tokenOf = (place: number, filter: string) =>
  Buffer.from(JSON.stringify({ place, filter })).toString('base64url');

function placeOf(token: string, filter: string): number {
  try {
    const told = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (told.filter === filter && Number.isInteger(told.place)) return told.place;
  } catch {
    // None of ours: as below.
  }
  throw googleErrors.invalid('pageToken');
}

/** One comparison with the clock where it started: the only two that are taken. */
const comparison = /^exercise\.interval\.civil_start_time (>=|<) "([^"]+)"$/;

/** What an expression of AIP-160 asks of the local time at the start. */
function conditionOf(filter: string): (start: Temporal.PlainDateTime) => boolean {
  const parts = filter === '' ? [] : filter.split(' AND ');
  const conditions = parts.map((part) => {
    const [, operator, text = ''] = comparison.exec(part) ?? [];
    if (!operator) throw googleErrors.invalid(`filter: ${part}`);
    const bound = civilTime(text);
    return (start: Temporal.PlainDateTime) =>
      operator === '<'
        ? Temporal.PlainDateTime.compare(start, bound) < 0
        : Temporal.PlainDateTime.compare(start, bound) >= 0;
  });
  return (start) => conditions.every((holds) => holds(start));
}

/** A date, which begins at midnight, or a date and a time. */
function civilTime(text: string): Temporal.PlainDateTime {
  try {
    if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+)?$/.test(text)) return Temporal.PlainDateTime.from(text);
  } catch {
    // None: as below.
  }
  throw googleErrors.invalid(`filter: ${text} is no civil time`);
}
