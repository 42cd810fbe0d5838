/** A piece of structured content, as screen readers see it. */
type Element = PDFKit.PDFStructureElement;

const ink = '#14251d';
const soft = '#4a5a50';
const line = '#c9c2ae';
const accent = '#c2410c';

const pad = 6;

/** Replaces narrow no-break spaces, which the typeface lacks, with ordinary no-break spaces. */
const drawable = (text: string) => text.replaceAll('\u202f', '\u00a0');

/**
 * Draws headings, paragraphs and tables onto tagged pages, and starts a new page when the current page is
 * full.
 */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #left: number;
  readonly #width: number;
  readonly #document: Element;
  #section: Element;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    const { left, right } = pdf.page.margins;
    this.#left = left;
    this.#width = pdf.page.width - left - right;
    this.#document = pdf.struct('Document');
    this.#section = this.#document;
    pdf.addStructure(this.#document);
  }

  /** Draws the title of the document at the top of the first page. */
  title(title: string, subtitle: string): void {
    this.#artifact(() => this.#pdf.rect(this.#left, this.#pdf.y, 44, 5).fill(accent));
    this.#pdf.y += 18;
    this.#write('H1', title, { font: 'bold', size: 27, after: 6 });
    this.#write('P', subtitle, { size: 12.5, colour: soft, after: 12 });
  }

  /** Begins a section with its heading, which never stands alone at the bottom of a page. */
  heading(text: string): void {
    this.#room(110);
    this.#pdf.y += 14;
    this.#section = this.#pdf.struct('Sect');
    this.#document.add(this.#section);
    this.#pdf.outline.addItem(text);
    this.#write('H2', text, { font: 'bold', size: 15.5, after: 7 });
  }

  endSection(): void {
    this.#section.end();
    this.#section = this.#document;
  }

  paragraph(text: string): void {
    this.#write('P', text, { after: 6 });
  }

  /** Draws a paragraph with a number in front, such as an article. */
  numbered(number: string, text: string): void {
    this.#room(this.#heightOf(text, this.#width - 24) + 6);
    const top = this.#pdf.y;
    this.#tagged('P', this.#section, () => {
      this.#at(number, this.#left, top, 22, { font: 'bold' });
      this.#at(text, this.#left + 24, top, this.#width - 24, {});
    });
    this.#pdf.y += 6;
  }

  /** Draws a statement with a tick, followed by its proofs in small type. */
  ticked(text: string, proofs: string[]): void {
    const width = this.#width - 18;
    const small = { size: 7.6, colour: soft };
    const height = proofs.reduce((sum, proof) => sum + this.#heightOf(proof, width, small), 0);
    this.#room(this.#heightOf(text, width) + height + 10);
    const top = this.#pdf.y;
    this.#artifact(() =>
      this.#pdf
        .moveTo(this.#left + 1, top + 7)
        .lineTo(this.#left + 4, top + 10)
        .lineTo(this.#left + 10, top + 3)
        .lineWidth(1.6)
        .stroke('#1c6b3f'),
    );
    this.#tagged('P', this.#section, () => this.#at(text, this.#left + 18, top, width, {}));
    for (const proof of proofs)
      this.#tagged('P', this.#section, () => this.#at(proof, this.#left + 18, this.#pdf.y + 1, width, small));
    this.#pdf.y += 8;
  }

  /** Draws a setting with its verdict. The verdict is shown in words and not only by colour. */
  verdict(verdict: { text: string; colour: string }, setting: string, reason: string): void {
    const column = 104;
    const [left, width] = [this.#left + column, this.#width - column];
    const bold = { font: 'bold' };
    this.#room(this.#heightOf(setting, width, bold) + this.#heightOf(reason, width) + 16);
    const top = this.#pdf.y;
    this.#artifact(() => this.#pdf.rect(this.#left, top + 1, 3, 24).fill(verdict.colour));
    this.#tagged('P', this.#section, () => {
      this.#at(verdict.text, this.#left + 10, top, column - 14, {
        ...bold,
        size: 9,
        colour: verdict.colour,
      });
    });
    this.#tagged('P', this.#section, () => this.#at(setting, left, top, width, bold));
    this.#tagged('P', this.#section, () => this.#at(reason, left, this.#pdf.y + 1, width, { colour: soft }));
    this.#pdf.y += 10;
  }

  /** Draws a table. Its header row is repeated on each page, but screen readers read the row only once. */
  table(head: string[], rows: string[][], shares: number[]): void {
    const table = this.#pdf.struct('Table');
    this.#section.add(table);
    this.#pdf.y += 2;
    const widths = head.map((_, index) => this.#width * (shares[index] ?? 1 / head.length));
    const first = rows[0] ?? [];
    this.#room(this.#rowHeight(head, widths, true) + this.#rowHeight(first, widths, false));
    this.#row(table, head, widths, 'head');
    for (const row of rows) {
      if (this.#room(this.#rowHeight(row, widths, false))) this.#row(undefined, head, widths, 'head');
      this.#row(table, row, widths, 'row');
    }
    table.end();
    this.#pdf.y += 10;
  }

  /** Writes the footer of every page and ends the document structure. */
  end(foot: (page: number, pages: number) => string): void {
    this.#document.end();
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      const { margins } = this.#pdf.page;
      const bottom = margins.bottom;
      // Otherwise, writing below the margin would add a page.
      margins.bottom = 0;
      this.#artifact(() =>
        this.#at(foot(page + 1, count), this.#left, this.#pdf.page.height - 42, this.#width, {
          size: 8,
          colour: soft,
        }),
      );
      margins.bottom = bottom;
    }
  }

  #row(table: Element | undefined, cells: string[], widths: number[], kind: 'head' | 'row'): void {
    const isHead = kind === 'head';
    const height = this.#rowHeight(cells, widths, isHead);
    const top = this.#pdf.y;
    const row = table && this.#pdf.struct('TR');
    if (row) table.add(row);
    this.#artifact(() => {
      if (isHead) this.#pdf.rect(this.#left, top, this.#width, height).fill('#efe8d6');
      this.#pdf
        .moveTo(this.#left, top + height)
        .lineTo(this.#left + this.#width, top + height)
        .lineWidth(0.6)
        .stroke(line);
    });
    let left = this.#left;
    cells.forEach((text, index) => {
      const [x, width] = [left + pad, (widths[index] ?? 0) - 2 * pad];
      const write = () => this.#at(text, x, top + 4, width, this.#cellStyle(isHead, index));
      if (row) {
        const type = isHead || index === 0 ? 'TH' : 'TD';
        const scope = isHead ? 'Column' : 'Row';
        const cell = this.#pdf.struct(type, type === 'TH' ? ({ scope } as object) : {});
        row.add(cell);
        cell.add(write);
        cell.end();
      } else this.#artifact(write);
      left += widths[index] ?? 0;
    });
    row?.end();
    this.#pdf.y = top + height;
  }

  #cellStyle(isHead: boolean, index: number) {
    return { size: 8.8, font: isHead || index === 0 ? 'bold' : 'plain', colour: isHead ? soft : ink };
  }

  #rowHeight(cells: string[], widths: number[], isHead: boolean): number {
    const heights = cells.map((text, index) =>
      this.#heightOf(text, (widths[index] ?? 0) - 2 * pad, this.#cellStyle(isHead, index)),
    );
    return Math.max(...heights) + 9;
  }

  /** Starts a new page if less than this height is left, and returns whether it did. */
  #room(height: number): boolean {
    const { page } = this.#pdf;
    if (this.#pdf.y + height <= page.height - page.margins.bottom) return false;
    this.#pdf.addPage();
    return true;
  }

  #heightOf(text: string, width: number, { font = 'plain', size = 10 } = {}): number {
    return this.#pdf.font(font).fontSize(size).heightOfString(drawable(text), { width, lineGap: 1.5 });
  }

  #write(
    type: string,
    text: string,
    style: { font?: string; size?: number; colour?: string; after: number },
  ) {
    this.#room(this.#heightOf(text, this.#width, style));
    this.#tagged(type, this.#section, () => this.#at(text, this.#left, this.#pdf.y, this.#width, style));
    this.#pdf.y += style.after;
  }

  #at(
    text: string,
    x: number,
    y: number,
    width: number,
    { font = 'plain', size = 10, colour = ink }: { font?: string; size?: number; colour?: string },
  ): void {
    this.#pdf.font(font).fontSize(size).fillColor(colour).text(drawable(text), x, y, { width, lineGap: 1.5 });
  }

  #tagged(type: string, parent: Element, draw: () => void): void {
    const element = this.#pdf.struct(type);
    parent.add(element);
    element.add(draw);
    element.end();
  }

  /** Draws decoration, which screen readers skip. */
  #artifact(draw: () => void): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#pdf.endMarkedContent();
  }
}
