import PDFDocument from 'pdfkit';
import { fillText } from '../../../platform/escape';
import { printable, receiptFonts } from './receipt-font';
import type { PaperSum, PaperVat, ReceiptPaper } from './receipt-paper';

// Size and margins of an A4 page in points.
const PAGE = { width: 595.28, height: 841.89, margin: 56, head: 56, foot: 66 } as const;
const INNER = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.foot;

// Colours of the design's light theme.
const COLOURS = {
  plum: '#8E1D53',
  ink: '#23161D',
  ink2: '#594851',
  line: '#EBE3E6',
  warnTint: '#FFF1DA',
  onWarnTint: '#7C4500',
} as const;

const GAP = { line: 4, row: 4, block: 22 } as const;
const RADIUS = 8;
// Heights in points of the total with the head of the VAT table, and of each row of the VAT table.
const TOTAL_HEIGHT = 62;
const VAT_ROW_HEIGHT = 17;

interface Style {
  readonly size: number;
  readonly isBold?: boolean;
  readonly colour?: string;
  readonly align?: 'left' | 'right';
}

const BODY: Style = { size: 10 };
const STRONG: Style = { size: 10, isBold: true };
const SMALL: Style = { size: 9, colour: COLOURS.ink2 };
const LABEL: Style = { size: 9, isBold: true, colour: COLOURS.ink2 };
const HEADING: Style = { size: 12, isBold: true };
const TOTAL: Style = { size: 13, isBold: true };
const TITLE: Style = { size: 26, isBold: true, colour: COLOURS.plum };

/** Column of a table; `x` counts from the left edge of the text. */
interface Column {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const FIGURE = 76;
const LINE_COLUMNS: readonly Column[] = [
  { x: 0, width: 34, align: 'right' },
  { x: 46, width: INNER - 46 - 2 * FIGURE - 12, align: 'left' },
  { x: INNER - 2 * FIGURE, width: FIGURE, align: 'right' },
  { x: INNER - FIGURE, width: FIGURE, align: 'right' },
];
const VAT_COLUMNS: readonly Column[] = [
  { x: 0, width: INNER - 3 * FIGURE - 12, align: 'left' },
  ...[3, 2, 1].map((place) => ({ x: INNER - place * FIGURE, width: FIGURE, align: 'right' }) as const),
];
const SUM_COLUMNS: readonly Column[] = [
  { x: 0, width: INNER - 1.5 * FIGURE - 12, align: 'left' },
  { x: INNER - 1.5 * FIGURE, width: 1.5 * FIGURE, align: 'right' },
];
const HALF = INNER / 2;
const SELLER_COLUMNS: readonly Column[] = [{ x: 0, width: HALF - 24, align: 'left' }];
const FACT_COLUMNS: readonly Column[] = [
  { x: HALF, width: 92, align: 'left' },
  { x: HALF + 100, width: HALF - 100, align: 'left' },
];

// Numbers in right-aligned columns have digits of equal width. Other texts don't, because this font feature would put
// gaps around hyphens.
const FEATURES: Readonly<Record<Column['align'], PDFKit.Mixins.OpenTypeFeatures[]>> = {
  left: ['kern', 'calt'],
  right: ['kern', 'tnum'],
};

/** Creates a sheet on which texts are written from top to bottom. A full page is followed by a new one. */
const createSheet = (document: PDFKit.PDFDocument, runningHead: string) => {
  const { regular, bold } = receiptFonts();
  document.registerFont('regular', regular.bytes).registerFont('bold', bold.bytes);
  let y: number = PAGE.head;

  const useStyle = ({ size, isBold = false, colour = COLOURS.ink }: Style): void => {
    document
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour);
  };
  const cleanText = (text: string, { isBold = false }: Style): string => printable(text, isBold ? bold : regular);

  const optionsOf = ({ align = 'left' }: Style, width: number) => ({
    width,
    align,
    features: FEATURES[align],
    lineGap: 2,
  });

  const heightOf = (text: string, style: Style, width: number): number => {
    useStyle(style);
    return document.heightOfString(cleanText(text, style), optionsOf(style, width));
  };

  /** Writes a text at a height, without moving the position for the next text. */
  const putText = (
    text: string,
    style: Style,
    { x, width, baseline = y }: Omit<Column, 'align'> & { readonly baseline?: number },
  ): void => {
    useStyle(style);
    document.text(cleanText(text, style), PAGE.margin + x, baseline, optionsOf(style, width));
  };

  const skip = (height: number): void => {
    y += height;
  };

  const rule = (): void => {
    document
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + INNER, y)
      .lineWidth(0.75)
      .strokeColor(COLOURS.line)
      .stroke();
  };

  /** Begins a new page if `height` doesn't fit on the current one. Returns whether it began a page. */
  const need = (height: number): boolean => {
    if (y + height <= BOTTOM) return false;
    document.addPage();
    y = PAGE.head;
    putText(runningHead, SMALL, { x: 0, width: INNER });
    skip(heightOf(runningHead, SMALL, INNER) + GAP.block);
    return true;
  };

  const heightOfRow = (cells: readonly string[], columns: readonly Column[], style: Style): number =>
    Math.max(
      ...cells.map((cell, index) =>
        heightOf(cell, { ...style, align: columns[index]?.align ?? 'left' }, columns[index]?.width ?? INNER),
      ),
    );

  return {
    at: () => y,
    to: (height: number) => {
      y = height;
    },
    skip,
    rule,
    need,
    put: putText,
    heightOfRow,
    /** Writes a text below the previous one. */
    write(text: string, style: Style, gap: number = GAP.line): void {
      const height = heightOf(text, style, INNER);
      need(height);
      putText(text, style, { x: 0, width: INNER });
      skip(height + gap);
    },
    /** Writes a row of a table; each cell is wrapped in its column. */
    row(cells: readonly string[], columns: readonly Column[], style: Style): void {
      const height = heightOfRow(cells, columns, style);
      need(height);
      cells.forEach((cell, index) => {
        const column = columns[index];
        if (column !== undefined) putText(cell, { ...style, align: column.align }, column);
      });
      skip(height + GAP.row);
    },
    /** Writes a text on a coloured background. */
    notice(text: string): void {
      const style: Style = { size: 10, isBold: true, colour: COLOURS.onWarnTint };
      const height = heightOf(text, style, INNER - 24) + 18;
      document.roundedRect(PAGE.margin, y, INNER, height, RADIUS).fill(COLOURS.warnTint);
      putText(text, style, { x: 12, width: INNER - 24, baseline: y + 10 });
      skip(height + GAP.block);
    },
  };
};
type Sheet = ReturnType<typeof createSheet>;

const drawHead = (sheet: Sheet, { title, kind, warning, sellerLabel, seller, facts }: ReceiptPaper): void => {
  sheet.write(title, TITLE, 2);
  if (kind !== '') sheet.write(kind, SMALL);
  sheet.skip(GAP.block - GAP.line);
  if (warning !== null) sheet.notice(warning);
  const top = sheet.at();
  sheet.row([sellerLabel], SELLER_COLUMNS, LABEL);
  seller.forEach((line, index) => sheet.row([line], SELLER_COLUMNS, index === 0 ? STRONG : BODY));
  const end = sheet.at();
  sheet.to(top);
  for (const fact of facts) sheet.row(fact, FACT_COLUMNS, SMALL);
  sheet.to(Math.max(end, sheet.at()) + GAP.block);
};

const drawLines = (sheet: Sheet, { lineHead, lines }: ReceiptPaper): void => {
  const drawTableHead = (): void => {
    sheet.row(lineHead, LINE_COLUMNS, LABEL);
    sheet.rule();
    sheet.skip(GAP.row);
  };
  sheet.need(60);
  drawTableHead();
  for (const { amount, name, detail, price, total } of lines) {
    const cells = [amount, name, price, total];
    const details = ['', detail ?? ''];
    const height =
      sheet.heightOfRow(cells, LINE_COLUMNS, BODY) +
      (detail === null ? 0 : sheet.heightOfRow(details, LINE_COLUMNS, SMALL));
    if (sheet.need(height + 2 * GAP.row)) drawTableHead();
    sheet.row(cells, LINE_COLUMNS, BODY);
    if (detail !== null) sheet.row(details, LINE_COLUMNS, SMALL);
  }
  sheet.rule();
  sheet.skip(GAP.row + 2);
};

const drawSum = (sheet: Sheet, { label, amount }: PaperSum, style: Style): void =>
  sheet.row([label, amount], SUM_COLUMNS, style);

/** Draws the total with its VAT table, both on the same page. */
const drawTotal = (sheet: Sheet, total: PaperSum, { head: drawTableHead, rows }: PaperVat): void => {
  sheet.need(TOTAL_HEIGHT + VAT_ROW_HEIGHT * rows.length);
  drawSum(sheet, total, TOTAL);
  sheet.skip(GAP.row);
  sheet.row(drawTableHead, VAT_COLUMNS, LABEL);
  sheet.rule();
  sheet.skip(GAP.row);
  for (const row of rows) sheet.row(row, VAT_COLUMNS, SMALL);
};

const drawRefunds = (sheet: Sheet, { title, rows, paid, vat }: NonNullable<ReceiptPaper['refunds']>): void => {
  sheet.skip(GAP.block);
  sheet.need(80);
  sheet.write(title, HEADING, GAP.row + 2);
  for (const row of rows) drawSum(sheet, row, BODY);
  drawTotal(sheet, paid, vat);
};

/** Draws the footer of each page. Runs last, because the footer shows the number of pages. */
const drawFooters = (document: PDFKit.PDFDocument, sheet: Sheet, footer: string): void => {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    sheet.put(fillText(footer, { page: String(page + 1), pages: String(count) }), SMALL, {
      x: 0,
      width: INNER,
      baseline: PAGE.height - 48,
    });
  }
};

/**
 * Draws a receipt as PDF. The same paper always results in the same bytes. Drawing blocks its thread, so it runs in a
 * drawing thread.
 */
export const drawReceipt = async (paper: ReceiptPaper): Promise<Uint8Array> => {
  const {
    metadata: { title, author, at },
    total,
    sums,
    vat,
    refunds,
    closing: closingLines,
    footer,
    runningHead,
  } = paper;
  const instant = new Date(at);
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    lang: 'de-DE',
    displayTitle: true,
    bufferPages: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: author,
      Creator: 'Mahlzeit',
      Producer: 'Mahlzeit',
      CreationDate: instant,
      ModDate: instant,
    },
  });
  const chunks: Uint8Array[] = [];
  const finishedDocument = new Promise<void>((resolve, reject) => {
    document
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject);
  });
  const sheet = createSheet(document, runningHead);
  drawHead(sheet, paper);
  drawLines(sheet, paper);
  for (const sum of sums) drawSum(sheet, sum, BODY);
  drawTotal(sheet, total, vat);
  if (refunds !== null) drawRefunds(sheet, refunds);
  sheet.skip(GAP.block);
  for (const line of closingLines) sheet.write(line, SMALL);
  drawFooters(document, sheet, footer);
  document.end();
  await finishedDocument;
  return new Uint8Array(Buffer.concat(chunks));
};
