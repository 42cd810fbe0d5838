import type { Language } from '../../../contract/kit/fields.ts';
import type { Block } from '../../../contract/managed/works-council-pack.ts';
import type { PrivacyNotice } from '../../../contract/privacy-notice.ts';
import { type claimsBySection, holds } from './claims.ts';
import type { PackData } from './pack-data.ts';
import { packText, packTexts } from './pack-texts.ts';
import { processing } from './processing.ts';
import { visibilityTable } from './visibility-table.ts';

/** The privacy notice for participants and visitors. Its content depends only on the pack data. */
type Notice = Pick<PrivacyNotice, 'language' | 'title' | 'day' | 'sections'>;
type Section = Notice['sections'][number];
type Claims = (typeof claimsBySection)[keyof typeof claimsBySection][number][];

/** The statements of each section. Statements that are not true with the current settings are left out. */
const statements = {
  sight: [
    'name-choice',
    'contact-data-hidden',
    'visitors-see-nothing',
    'employer-blind',
    'activities-by-reason',
    'look-ups-explained',
  ],
  groups: ['minimum-groups', 'rounded-counts'],
  retention: ['anonymisation', 'never-came-in', 'sums-stay', 'mails-deleted', 'log-deleted'],
  services: ['no-positions', 'no-health-data', 'consent-withdrawn-at-service'],
  rights: ['own-deletion', 'export', 'consent-free', 'decisions-answered'],
} satisfies Record<string, Claims>;

/** Writes the privacy notice from the texts and claims of the works-council pack. */
export function privacyNotice(now: PackData, language: Language): Notice {
  const t = packText(packTexts(language), now);
  // The works-council pack marks the legal bases as a draft; the notice does not.
  const asPublished = (head: string) => (head === t('columns.basis') ? t('notice.basis') : head);
  const section = (id: string, table: Block | null = null, claims: Claims = []): Section => ({
    id,
    title: t(`notice.${id}.title`),
    text: t(`notice.${id}.text`),
    table: table?.kind === 'table' ? { head: table.head.map(asPublished), rows: table.rows } : null,
    statements: claims.filter((claim) => holds(claim, now)).map((claim) => t(`claims.${claim}`)),
  });
  return {
    language,
    title: t('notice.title'),
    day: now.day.toString(),
    sections: [
      section('controller'),
      section('processing', processing(t, now)),
      section('sight', visibilityTable(t, now), statements.sight),
      section('groups', null, statements.groups),
      section(
        now.settings.anonymiseAfterDays === null ? 'retentionOpen' : 'retention',
        null,
        statements.retention,
      ),
      ...(now.services.length > 0 ? [section('services', null, statements.services)] : []),
      section('rights', null, statements.rights),
    ],
  };
}
