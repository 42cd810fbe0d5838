import type { Language } from '../../../contract/kit/fields.ts';
import { localeOf } from '../../../contract/kit/locale.ts';
import { type Block, verdicts, type WorksCouncilPack } from '../../../contract/managed/works-council-pack.ts';
import { agreement } from './agreement.ts';
import { assessment } from './assessment.ts';
import { type Claim, claimsBySection, holds } from './claims.ts';
import { accessKinds, type PackData } from './pack-data.ts';
import { type PackText, packText, packTexts } from './pack-texts.ts';
import { processing, record } from './processing.ts';
import proofs from './proofs.json' with { type: 'json' };
import { judgements } from './verdicts.ts';
import { visibilityTable } from './visibility-table.ts';

/** The clauses of EN 301 549 in the accessibility report. */
const clauses = ['4', '5', '6', '7', '8', '9·1', '9·2', '9·3', '9·4', '9·6', '10', '11', '12', '13'];

/** The pack as the page and the PDF show it. Its content depends only on the pack data. */
export type PackDocument = Pick<WorksCouncilPack, 'language' | 'title' | 'subtitle' | 'day' | 'sections'>;

/** Writes the pack for the works council, in a language and from the given data. */
export function worksCouncilPack(now: PackData, language: Language): PackDocument {
  const t = packText(packTexts(language), now);
  const text = (content: string): Block => ({ kind: 'text', text: content });
  const claimsOf = (section: keyof typeof claimsBySection): Block[] =>
    claimsBySection[section]
      .filter((claim) => holds(claim, now))
      .map((claim) => ({ kind: 'claim', id: claim, text: t(`claims.${claim}`), tests: testsOf(claim) }));
  const section = (id: string, ...blocks: Block[]) => ({ id, title: t(`sections.${id}`), blocks });
  const judged = judgements(now);
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, judged.filter((one) => one.verdict === verdict).length]),
  );
  const day = now.day.toLocaleString(localeOf(language), { dateStyle: 'long' });
  const sections = [
    section('settings', text(t('leads.settings')), ...judged.map((one) => verdictOf(t, one))),
    section('processing', text(t('leads.processing')), processing(t, now)),
    section('sight', text(t('leads.sight')), visibilityTable(t, now), ...claimsOf('sight')),
    section('groups', text(t('leads.groups')), ...claimsOf('groups')),
    section('retention', ...claimsOf('retention')),
    section('services', ...services(t, now), ...claimsOf('services')),
    section('log', text(t('leads.log')), accesses(t, now), ...claimsOf('log')),
    section('rights', text(t('leads.rights')), ...claimsOf('rights')),
    section('record', text(t('leads.record')), record(t, now)),
    section('assessment', ...assessment(t, now)),
    section('agreement', text(t('leads.agreement')), agreement(t, now)),
    section('accessibility', text(t('leads.accessibility')), accessibility(t), ...claimsOf('accessibility')),
  ];
  const own = claimsOf('summary');
  const claimed = [...own, ...sections.flatMap(({ blocks }) => blocks)].filter(
    ({ kind }) => kind === 'claim',
  );
  const summary = section(
    'summary',
    text(t('notLegalAdvice')),
    text(t('lead')),
    text(t('verdictSummary', { all: judged.length, ...counts })),
    text(t('claimsSummary', { claims: claimed.length })),
    text(t('made', { day })),
    ...own,
  );
  return {
    language,
    title: t('title'),
    subtitle: t('subtitle'),
    day: now.day.toString(),
    sections: [summary, ...sections],
  };
}

/** Returns the tests that prove a claim. */
const testsOf = (claim: Claim) => proofs[claim];

function verdictOf(t: PackText, judged: ReturnType<typeof judgements>[number]): Block {
  const { setting, choice, verdict, page, values } = judged;
  const textOf = (key: string) => t(`settings.${setting}.${key}`, values);
  return {
    kind: 'verdict',
    setting: textOf('name'),
    value: textOf(`${choice}.value`),
    verdict,
    reason: textOf(`${choice}.reason`),
    page,
  };
}

/**
 * Returns a table of what we receive from each connected service, what the service learns, and what
 * colleagues see.
 */
function services(t: PackText, now: PackData): Block[] {
  if (now.services.length === 0) return [{ kind: 'text', text: t('leads.noServices') }];
  const head = ['service', 'receives', 'discloses', 'shown'].map((column) => t(`columns.${column}`));
  const rows = now.services.map((service) => [
    t(`companies.${service}`),
    t('serviceParts.receives'),
    t('serviceParts.discloses'),
    t(`settings.showToOthers.${now.settings.showToOthers[service]}.value`),
  ]);
  return [
    { kind: 'text', text: t('leads.services') },
    { kind: 'table', head, rows },
  ];
}

/** Returns a table of how often organisers used their rights recently. */
const accesses = (t: PackText, now: PackData): Block => ({
  kind: 'table',
  head: [t('columns.event'), t('columns.times')],
  rows: accessKinds.map((kind) => [t(`events.${kind}`), String(now.accesses[kind])]),
});

const accessibility = (t: PackText): Block => ({
  kind: 'table',
  head: ['clause', 'status', 'evidence'].map((column) => t(`columns.${column}`)),
  rows: clauses.map((clause) => ['name', 'status', 'evidence'].map((part) => t(`clauses.${clause}.${part}`))),
});
