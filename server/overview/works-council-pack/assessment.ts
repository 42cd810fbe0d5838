import type { Block } from '../../../contract/managed/works-council-pack.ts';
import type { PackData } from './pack-data.ts';
import type { PackText } from './pack-texts.ts';

/**
 * Writes the data-protection impact assessment: what Article 35(7) GDPR requires, with blanks for the
 * organisation to fill in.
 */
export function assessment(t: PackText, now: PackData): Block[] {
  const text = (key: string): Block => ({ kind: 'text', text: t(`leads.${key}`) });
  const risks = ['pressure', 'health', 'lookups', 'groups', 'breach', 'retention'];
  if (now.services.length > 0) risks.push('services');
  const isOff = (risk: string) => risk === 'retention' && now.settings.anonymiseAfterDays === null;
  const blank = `____ (${t('toFillIn')})`;
  return [
    text('assessment'),
    text('assessmentDescription'),
    text('assessmentNecessity'),
    text('assessmentRisks'),
    {
      kind: 'table',
      head: ['risk', 'measures', 'decision'].map((column) => t(`columns.${column}`)),
      rows: risks.map((risk) =>
        ['risk', isOff(risk) ? 'measuresOff' : 'measures', 'decision'].map((part) =>
          t(`risks.${risk}.${part}`),
        ),
      ),
    },
    {
      kind: 'table',
      head: [t('columns.item'), t('columns.entry')],
      rows: ['residual', 'officer', 'views', 'review'].map((item) => [t(`assessmentItems.${item}`), blank]),
    },
  ];
}
