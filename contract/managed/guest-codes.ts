import * as z from 'zod/mini';
import { requiredMoment, rowNumber } from '../kit/fields.ts';
import { callsOf, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';

const when = z.nullable(requiredMoment);

const codes = managedResource({
  name: 'ManagedGuestCode',
  noun: 'guest-codes',
  access: 'organiser',
  fields: {
    /** The code that people copy from a poster; generated if empty. Case, spaces and dashes are ignored. */
    code: z
      .string('value.required')
      .check(
        z.trim(),
        z.maxLength(40, 'value.tooLong'),
        z.regex(/^$|^[\p{L}\p{N}](?:[\p{L}\p{N}\p{Pd} ]*[\p{L}\p{N}])?$/u, 'guestCode.letters'),
      ),
    validFrom: z._default(when, null),
    validUntil: z._default(when, null),
    // The limit is higher than the number of people in any company.
    maximumUses: z._default(
      z.nullable(
        z.int('number.invalid').check(z.gte(1, 'number.outOfRange'), z.lte(1_000_000, 'number.outOfRange')),
      ),
      null,
    ),
    /** The domains of the email addresses that may use the code; if empty, any domain. */
    allowedMailDomains: z._default(
      z
        .array(
          z
            .string()
            .check(
              z.trim(),
              z.toLowerCase(),
              z.regex(/^(?=.{1,253}$)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u, 'guestCode.domain'),
            ),
        )
        .check(z.maxLength(50, 'list.tooLong')),
      [],
    ),
    /** The team that people join when they sign up with the code. */
    teamId: z._default(z.nullable(rowNumber), null),
  },
  shown: {
    uses: z.int(),
    team: z.nullable(z.string()),
    /** Whether the code belongs to a team, whose captain passes the code on. */
    isOfCaptain: z.boolean(),
  },
  filters: { teamId: z.optional(rowNumber) },
  sorted: ['code', 'validFrom', 'validUntil', 'uses', 'team'],
});

export const managedGuestCodes = codes;
export const { list, one, create, replace, remove } = callsOf(codes);

export const sheet = operation({
  method: 'GET',
  path: `${codes.list.path}/:id/sheet`,
  summary:
    'Returns a printable poster (HTML, A4) with the guest code, and a QR code that opens the sign-up page with this code.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
});
