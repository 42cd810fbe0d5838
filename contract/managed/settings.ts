import * as z from 'zod/mini';
import { platforms } from '../couplings.ts';
import { fewestDaysKept, mostDaysKept } from '../kit/days-kept.ts';
import { language, languages, requiredText, rowNumber } from '../kit/fields.ts';
import { maybeInEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { pictureSource } from '../kit/picture-source.ts';
import { defaultPlatformName, longestPlatformName } from '../kit/platform-name.ts';

const isOff = z._default(z.boolean('value.invalid'), false);

const picture = z._default(pictureSource, '');

/** A colour, for example `#c2410c`; empty for the default colour. */
const colour = z._default(
  z.string('value.invalid').check(z.regex(/^(#[0-9a-f]{6})?$/i, { error: 'colour.invalid' })),
  '',
);

const visibility = z._default(z.enum(['full', 'score_only', 'none'], 'value.invalid'), 'full');
const visibilities = z.object({
  ...(Object.fromEntries(platforms.map((platform) => [platform, visibility])) as Record<
    (typeof platforms)[number],
    typeof visibility
  >),
  Strava: z._default(z.enum(['full', 'score_only', 'none'], 'value.invalid'), 'score_only'),
});

/** The platform's name: plain text on one line, because it appears in email subjects. */
const platformName = z._default(
  requiredText(longestPlatformName).check(z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, { error: 'value.invalid' })),
  defaultPlatformName,
);

/** The number of days after which accounts are anonymised or deleted; null for never. */
const daysKept = z._default(
  z.nullable(
    z
      .int('number.invalid')
      .check(z.gte(fewestDaysKept, 'number.outOfRange'), z.lte(mostDaysKept, 'number.outOfRange')),
  ),
  null,
);

/** Schemas for a one-line heading, and for an HTML text of up to several pages. */
const heading = maybeInEveryLanguage(200);
const html = maybeInEveryLanguage(50_000);

const noTexts = Object.fromEntries(languages.map((one) => [one, ''])) as Record<
  (typeof languages)[number],
  string
>;
const optional = <Schema extends typeof heading>(schema: Schema) => z._default(schema, noTexts as never);

/** The settings that are texts; each has one configuration entry per language. */
export const textSettings = [
  'registerExtraTitle',
  'registerExtraText',
  'infoScreen',
  'dashboardInfoTitle',
  'dashboardInfoContent',
  'contactContent',
] as const;

/** The text settings that contain HTML. */
export const htmlSettings = [
  'registerExtraText',
  'infoScreen',
  'dashboardInfoContent',
  'contactContent',
] as const;

/** The platform's settings as one document; each field has the name of its configuration entry. */
export const settings = managedResource({
  name: 'Settings',
  noun: 'settings',
  access: 'organiser',
  fields: {
    platformName,
    companyColour: colour,
    headerMode: z._default(z.enum(['dark', 'light'], 'value.invalid'), 'dark'),
    logoDark: picture,
    logoLight: picture,
    headerPicture: picture,
    providerLogo: picture,
    defaultLanguage: z._default(language, 'nl'),
    /** The codes of the languages that people can choose. */
    availableLanguages: z._default(z.array(language).check(z.minLength(1, 'value.required')), [...languages]),
    /** Which language visitors see until they choose one: the default language or their browser's language. */
    visitorLanguage: z._default(z.enum(['default', 'browser'], 'value.invalid'), 'default'),
    registrationMethod: z._default(
      z.enum(['form', 'formAndProviders', 'providers'], 'value.invalid'),
      'form',
    ),
    emailVerification: z._default(z.enum(['none', 'required'], 'value.invalid'), 'none'),
    participantsModifier: z._default(
      z.int('number.invalid').check(z.gte(0, 'number.outOfRange'), z.lte(1_000_000, 'number.outOfRange')),
      1,
    ),
    teamsEnabled: isOff,
    allowTeamCreation: isOff,
    teamRanking: z._default(z.enum(['sum', 'average'], 'value.invalid'), 'sum'),
    likesEnabled: isOff,
    commentsEnabled: isOff,
    stravaApproved: isOff,
    showToOthers: z._default(visibilities, {
      ...(Object.fromEntries(platforms.map((platform) => [platform, 'full'])) as Record<
        (typeof platforms)[number],
        'full'
      >),
      Strava: 'score_only',
    }),
    progressMapId: z._default(z.nullable(rowNumber), null),
    faqLibraryId: z._default(z.nullable(rowNumber), null),
    /** Whether people whom the company's directory adds get an invitation by email. */
    provisioningInvites: isOff,
    /** Whether organisers, moderators and analysts must use two-factor authentication. */
    secondFactorRequired: isOff,
    /**
     * Whether organisers must give a reason to see a person's activities, unless the activities wait for a
     * decision.
     */
    activitiesByReason: isOff,
    /** How others see the names of new people. Everybody can change their own setting at any time. */
    newNameShown: z._default(z.enum(['full', 'none'], 'value.invalid'), 'full'),
    /** How many days after their last challenge people are anonymised; null for never. */
    anonymiseAfterDays: daysKept,
    /** After how many days accounts that were never activated are deleted; null for never. */
    removeInvitedAfterDays: daysKept,
    registerExtraTitle: optional(heading),
    registerExtraText: optional(html),
    infoScreen: optional(html),
    dashboardInfoTitle: optional(heading),
    dashboardInfoContent: optional(html),
    contactContent: optional(html),
  },
  shown: {},
  filters: {},
  sorted: [],
});
