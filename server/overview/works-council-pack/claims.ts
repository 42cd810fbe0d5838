import type { PackData } from './pack-data.ts';

/**
 * The sections that contain claims, and the claims in each. A test proves a claim by naming it in a `claim:`
 * tag.
 */
export const claimsBySection = {
  summary: ['pack-follows-settings'],
  sight: [
    'name-choice',
    'name-default',
    'contact-data-hidden',
    'visitors-see-nothing',
    'roles-enforced',
    'analysts-statistics-only',
    'moderators-no-outliers',
    'flags-without-names',
    'employer-blind',
    'activities-by-reason',
    'look-ups-explained',
    'corrections-explained',
    'decisions-answered',
    'second-factor-required',
    'second-factor-secret',
    'tokens-hashed',
  ],
  groups: [
    'minimum-groups',
    'no-subtraction',
    'rounded-counts',
    'full-weeks',
    'consent-counts',
    'service-counts',
  ],
  retention: [
    'anonymisation',
    'anonymisation-needs-warning',
    'never-came-in',
    'sums-stay',
    'erasure-unnamed',
    'mails-deleted',
    'log-deleted',
  ],
  services: ['no-positions', 'no-health-data', 'consent-withdrawn-at-service'],
  log: [
    'rights-logged',
    'look-ups-logged',
    'exports-logged',
    'log-shortened',
    'log-read-only',
    'changes-logged',
  ],
  rights: [
    'notice-follows-settings',
    'own-deletion',
    'export',
    'consent-free',
    'consent-fixed',
    'sessions-own',
  ],
  accessibility: [
    'axe-participants',
    'axe-organisers',
    'keyboard-order',
    'focus-visible',
    'errors-announced',
    'forced-colours',
    'reflow',
    'pdf-accessible',
  ],
} as const;

export type Claim = (typeof claimsBySection)[keyof typeof claimsBySection][number];

/** All claims, whatever the settings. */
export const claims: readonly Claim[] = Object.values(claimsBySection).flat();

/** The claims that are true only with certain settings; all other claims are always true. */
const conditions: Partial<Record<Claim, (now: PackData) => boolean>> = {
  'second-factor-required': ({ settings }) => settings.secondFactorRequired,
  'employer-blind': ({ isEmployerBlind }) => isEmployerBlind,
  'activities-by-reason': ({ settings }) => settings.activitiesByReason,
  'look-ups-explained': ({ settings }) => settings.activitiesByReason,
  anonymisation: (now) => isWarnedOf(now),
  'anonymisation-needs-warning': (now) => isWarnedOf(now),
  'never-came-in': ({ settings }) => settings.removeInvitedAfterDays !== null,
  'flags-without-names': ({ settings }) => settings.commentsEnabled,
  'service-counts': ({ services }) => services.length > 0,
  'no-positions': ({ services }) => services.length > 0,
  'no-health-data': ({ services }) => services.length > 0,
  'consent-withdrawn-at-service': ({ services }) => services.length > 0,
  'consent-counts': ({ consentNumber }) => consentNumber !== null,
  'consent-free': ({ consentNumber }) => consentNumber !== null,
  'consent-fixed': ({ consentNumber }) => consentNumber !== null,
};

/**
 * Returns whether people are warned before their account is anonymised. Without a mail server, nobody is warned,
 * because emails are only written to a folder on the server.
 */
const isWarnedOf = ({ settings, sendsMail }: PackData) => settings.anonymiseAfterDays !== null && sendsMail;

/** Returns whether a claim is true with these settings. */
export const holds = (claim: Claim, now: PackData): boolean => conditions[claim]?.(now) ?? true;
