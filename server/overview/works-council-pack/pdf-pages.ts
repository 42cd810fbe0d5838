import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { localeOf } from '../../../contract/kit/locale.ts';
import type { Block } from '../../../contract/managed/works-council-pack.ts';
import type { PackDocument } from './pack.ts';
import { packTexts } from './pack-texts.ts';
import { Sheet } from './pdf-sheet.ts';

/**
 * Reads a font file of the platform's own typeface. The Latin subset contains every character of English, French and
 * Dutch.
 */
const fontOf = (weight: 400 | 700) =>
  readFileSync(
    createRequire(import.meta.url).resolve(
      `@fontsource/hanken-grotesk/files/hanken-grotesk-latin-${weight}-normal.woff`,
    ),
  );

const verdictColours = { recommended: '#1c6b3f', agreement: '#8a5300', notRecommended: '#a8261c' };

/** The share of the width that each column of a table gets, by the number of columns. */
const shares: Record<number, number[]> = {
  2: [0.42, 0.58],
  3: [0.27, 0.31, 0.42],
  4: [0.27, 0.23, 0.27, 0.23],
  5: [0.28, 0.18, 0.18, 0.18, 0.18],
};

/** Draws the pack as a tagged A4 document with page numbers and bookmarks. */
export async function drawPack(pack: PackDocument): Promise<Uint8Array> {
  const t = packTexts(pack.language);
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 62, bottom: 66, left: 62, right: 62 },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: localeOf(pack.language),
    displayTitle: true,
    info: { Title: `${pack.title} – ${pack.subtitle}`, CreationDate: new Date(`${pack.day}T12:00:00Z`) },
  });
  const chunks: Uint8Array[] = [];
  const finished = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  pdf.registerFont('plain', fontOf(400)).registerFont('bold', fontOf(700));
  const sheet = new Sheet(pdf);
  sheet.title(pack.title, pack.subtitle);
  pack.sections.forEach(({ title, blocks }, index) => {
    sheet.heading(`${index + 1}  ${title}`);
    for (const block of blocks) draw(block);
    sheet.endSection();
  });
  sheet.end((page, pages) => `${pack.title} · ${t('page', { page, pages })}`);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);

  function draw(block: Block): void {
    if (block.kind === 'text') sheet.paragraph(block.text);
    if (block.kind === 'articles')
      block.articles.forEach((article, index) => {
        sheet.numbered(`${index + 1}.`, article);
      });
    if (block.kind === 'table') sheet.table(block.head, block.rows, shares[block.head.length] ?? []);
    if (block.kind === 'claim')
      sheet.ticked(
        block.text,
        block.tests.map((test) => t('provenBy', test)),
      );
    if (block.kind === 'verdict')
      sheet.verdict(
        { text: t(`verdicts.${block.verdict}`), colour: verdictColours[block.verdict] },
        t('settingIs', block),
        block.reason,
      );
  }
}
