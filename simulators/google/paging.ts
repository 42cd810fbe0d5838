import { Temporal } from 'temporal-polyfill';
import { googleErrors } from './errors.ts';
import { civilStartOf, type GoogleDataPoint } from './members.ts';

/** The maximum page size, even if a larger page is requested. */
const mostOnPage = 25;

/** The query parameters of a list of exercises, as received. */
export interface GoogleListing {
  filter?: string | undefined;
  pageSize?: string | undefined;
  pageToken?: string | undefined;
}

/**
 * Returns a page of exercises, the latest first, and the token of the next page. Throws a Refusal if a parameter is
 * invalid.
 */
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

/** Creates a page token. It is valid only for the list that it was issued for. */
const tokenOf = (place: number, filter: string) =>
  Buffer.from(JSON.stringify({ place, filter })).toString('base64url');

function placeOf(token: string, filter: string): number {
  try {
    const cursor = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (cursor.filter === filter && Number.isInteger(cursor.place)) return cursor.place;
  } catch {
    // An invalid token is rejected below.
  }
  throw googleErrors.invalid('pageToken');
}

/** A comparison with the local start time. Only these two operators are supported. */
const comparison = /^exercise\.interval\.civil_start_time (>=|<) "([^"]+)"$/;

/** Parses an AIP-160 filter on the local start time. */
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

/** Parses a date and time. A date without a time stands for midnight. */
function civilTime(text: string): Temporal.PlainDateTime {
  try {
    if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+)?$/.test(text)) return Temporal.PlainDateTime.from(text);
  } catch {
    // An invalid date is rejected below.
  }
  throw googleErrors.invalid(`filter: ${text} is not a civil time`);
}
