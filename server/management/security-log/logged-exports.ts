import type { securityEventDetails } from '../../../contract/managed/security-events.ts';
import type { Context } from '../../context.ts';
import { visitOf } from '../../kit/client-info.ts';
import { logSecurityEvent } from './security-log.ts';

/** The largest page size that a screen requests; a request for a larger page counts as an export. */
const mostOfAScreen = 100;

interface ListInput {
  query: { itemsPerPage: number };
}

/**
 * Wraps a domain's handlers: a list request adds a line to the security log if its page is larger than any
 * page that a screen requests. All requests within 15 minutes share a line.
 */
export function withLoggedExports<Calls extends { list: (context: Context, input: never) => unknown }>(
  calls: Calls,
  detail: (typeof securityEventDetails)[number],
): Calls {
  const read = calls.list as (context: Context, input: ListInput) => unknown;
  const list = async (context: Context, input: ListInput) => {
    const { db, person, request, now } = context;
    const event = { kind: 'data-exported', detail, personId: person.id, isAddedUp: true } as const;
    if (input.query.itemsPerPage > mostOfAScreen) await logSecurityEvent(db, event, visitOf(request), now);
    return read(context, input);
  };
  return { ...calls, list };
}
