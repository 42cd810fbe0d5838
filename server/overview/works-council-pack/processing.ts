import { securityDaysKept } from '../../../contract/managed/security-events.ts';
import type { Block } from '../../../contract/managed/works-council-pack.ts';
import { daysKept } from '../../outbox/mail-record.ts';
import type { PackData } from './pack-data.ts';
import type { PackText } from './pack-texts.ts';

type Basis = 'participation' | 'fairness' | 'security' | 'proof';

/** A category of data: the draft of its legal basis, how long it is kept, and whether this installation has it. */
interface Category {
  name: string;
  basis: Basis;
  kept?: 'mailDays' | 'logDays';
  isThere?: (now: PackData) => boolean;
}

const categories: Category[] = [
  { name: 'account', basis: 'participation' },
  { name: 'activities', basis: 'participation' },
  { name: 'services', basis: 'participation', isThere: ({ services }) => services.length > 0 },
  { name: 'files', basis: 'participation' },
  { name: 'identities', basis: 'participation', isThere: (now) => now.hasIdentityProviders },
  { name: 'teams', basis: 'participation', isThere: ({ settings }) => settings.teamsEnabled },
  {
    name: 'social',
    basis: 'participation',
    isThere: ({ settings }) => settings.likesEnabled || settings.commentsEnabled,
  },
  { name: 'moderation', basis: 'fairness' },
  { name: 'consent', basis: 'proof', isThere: ({ consentNumber }) => consentNumber !== null },
  { name: 'signIn', basis: 'security' },
  { name: 'securityLog', basis: 'security', kept: 'logDays' },
  { name: 'mails', basis: 'security', kept: 'mailDays' },
];

const daysOf = { mailDays: daysKept, logDays: securityDaysKept };

const keptOf = (t: PackText, now: PackData) =>
  t(now.settings.anonymiseAfterDays === null ? 'kept.account' : 'kept.accountDays');

/** Returns a table of the data that is processed: why, on which basis, and for how long. */
export function processing(t: PackText, now: PackData): Block {
  const rows = categories
    .filter(({ isThere }) => isThere?.(now) ?? true)
    .map(({ name, basis, kept }) => [
      t(`categories.${name}.what`),
      t(`categories.${name}.why`),
      t(`bases.${basis}`),
      kept ? t('kept.days', { days: daysOf[kept] }) : keptOf(t, now),
    ]);
  const head = ['data', 'purpose', 'basis', 'kept'].map((column) => t(`columns.${column}`));
  return { kind: 'table', head, rows };
}

/** Writes the record of processing activities, with blanks for what only the organisation knows. */
export function record(t: PackText, now: PackData): Block {
  const blank = `____ (${t('toFillIn')})`;
  const has = now.services.length > 0;
  const services = now.services.join(', ');
  const secondFactor = now.settings.secondFactorRequired ? 'on' : 'off';
  const entries: [item: string, entry: string][] = [
    ['controller', blank],
    ['officer', blank],
    ['purposes', t('recordItems.purposesText')],
    ['people', t('recordItems.peopleText')],
    ['data', t('recordItems.dataText')],
    ['recipients', has ? t('recordItems.recipientsServices', { services }) : t('recordItems.recipientsNone')],
    ['transfers', t(`recordItems.transfers${has ? 'Services' : 'None'}`)],
    ['limits', keptOf(t, now)],
    [
      'security',
      t('recordItems.securityText', {
        secondFactor: lowered(t(`settings.secondFactorRequired.${secondFactor}.value`)),
        connection: lowered(t(`settings.publicUrl.${now.isEncrypted ? 'on' : 'off'}.value`)),
      }),
    ],
    ['host', blank],
  ];
  return {
    kind: 'table',
    head: [t('columns.item'), t('columns.entry')],
    rows: entries.map(([item, entry]) => [t(`recordItems.${item}`), entry]),
  };
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
