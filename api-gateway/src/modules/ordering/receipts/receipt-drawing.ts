import PDFDocument from 'pdfkit';
import { fillText } from '../../../platform/escape';
import { toPrintable, loadReceiptFonts } from './receipt-font';
import type { PaperSum, PaperVat, ReceiptPaper } from './receipt-paper';

// Size and margins of an A4 page in PDF points (1/72 inch).
const PAGE_LAYOUT = { width: 595.28, height: 841.89, margin: 56, head: 56, foot: 66 } as const;
const TEXT_WIDTH = PAGE_LAYOUT.width - 2 * PAGE_LAYOUT.margin;
const TEXT_BOTTOM = PAGE_LAYOUT.height - PAGE_LAYOUT.foot;

// Colours of a receipt: those of the design's light theme.
const PAPER_COLOURS = {
  plum: '#8E1D53',
  ink: '#23161D',
  ink2: '#594851',
  line: '#EBE3E6',
  warnTint: '#FFF1DA',
  onWarnTint: '#7C4500',
} as const;

const VERTICAL_GAP = { line: 4, row: 4, block: 22 } as const;
const CORNER_RADIUS = 8;
// Heights in PDF points (1/72 inch) of the total with the head of the VAT table, and of each row of the VAT table.
const TOTAL_ROW_HEIGHT = 62;
const VAT_ROW_HEIGHT = 17;

interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly colour?: string;
  readonly align?: 'left' | 'right';
}

const BODY_STYLE: TextStyle = { size: 10 };
const STRONG_STYLE: TextStyle = { size: 10, isBold: true };
const SMALL_STYLE: TextStyle = { size: 9, colour: PAPER_COLOURS.ink2 };
const LABEL_STYLE: TextStyle = { size: 9, isBold: true, colour: PAPER_COLOURS.ink2 };
const HEADING_STYLE: TextStyle = { size: 12, isBold: true };
const TOTAL_STYLE: TextStyle = { size: 13, isBold: true };
const TITLE_STYLE: TextStyle = { size: 26, isBold: true, colour: PAPER_COLOURS.plum };

/** Column of a table; `x` counts from the left edge of the text. */
interface TableColumn {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const FIGURE_WIDTH = 76;
const LINE_COLUMNS: readonly TableColumn[] = [
  { x: 0, width: 34, align: 'right' },
  { x: 46, width: TEXT_WIDTH - 46 - 2 * FIGURE_WIDTH - 12, align: 'left' },
  { x: TEXT_WIDTH - 2 * FIGURE_WIDTH, width: FIGURE_WIDTH, align: 'right' },
  { x: TEXT_WIDTH - FIGURE_WIDTH, width: FIGURE_WIDTH, align: 'right' },
];
const VAT_COLUMNS: readonly TableColumn[] = [
  { x: 0, width: TEXT_WIDTH - 3 * FIGURE_WIDTH - 12, align: 'left' },
  ...[3, 2, 1].map(
    (columnFromRight) =>
      ({ x: TEXT_WIDTH - columnFromRight * FIGURE_WIDTH, width: FIGURE_WIDTH, align: 'right' }) as const,
  ),
];
const SUM_COLUMNS: readonly TableColumn[] = [
  { x: 0, width: TEXT_WIDTH - 1.5 * FIGURE_WIDTH - 12, align: 'left' },
  { x: TEXT_WIDTH - 1.5 * FIGURE_WIDTH, width: 1.5 * FIGURE_WIDTH, align: 'right' },
];
const HALF_WIDTH = TEXT_WIDTH / 2;
const SELLER_COLUMNS: readonly TableColumn[] = [{ x: 0, width: HALF_WIDTH - 24, align: 'left' }];
const FACT_COLUMNS: readonly TableColumn[] = [
  { x: HALF_WIDTH, width: 92, align: 'left' },
  { x: HALF_WIDTH + 100, width: HALF_WIDTH - 100, align: 'left' },
];

// Features of the font by alignment. Numbers in right-aligned columns have digits of equal width; other texts don't,
// because this feature would put gaps around hyphens.
const FONT_FEATURES_BY_ALIGN: Readonly<Record<TableColumn['align'], PDFKit.Mixins.OpenTypeFeatures[]>> = {
  left: ['kern', 'calt'],
  right: ['kern', 'tnum'],
};

/** Creates a sheet of a receipt on which texts are written from top to bottom. A full page is followed by a new one. */
const createSheet = (pdfDocument: PDFKit.PDFDocument, runningHead: string) => {
  const { regular, bold } = loadReceiptFonts();
  pdfDocument.registerFont('regular', regular.bytes).registerFont('bold', bold.bytes);
  let cursorY: number = PAGE_LAYOUT.head;

  const useStyle = ({ size, isBold = false, colour = PAPER_COLOURS.ink }: TextStyle): void => {
    pdfDocument
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour);
  };
  const cleanText = (text: string, { isBold = false }: TextStyle): string => toPrintable(text, isBold ? bold : regular);

  const textOptionsOf = ({ align = 'left' }: TextStyle, width: number) => ({
    width,
    align,
    features: FONT_FEATURES_BY_ALIGN[align],
    lineGap: 2,
  });

  const textHeightOf = (text: string, style: TextStyle, width: number): number => {
    useStyle(style);
    return pdfDocument.heightOfString(cleanText(text, style), textOptionsOf(style, width));
  };

  /** Writes a text at a height on the page, without moving the position for the next text. */
  const putText = (
    text: string,
    style: TextStyle,
    { x, width, baseline = cursorY }: Omit<TableColumn, 'align'> & { readonly baseline?: number },
  ): void => {
    useStyle(style);
    pdfDocument.text(cleanText(text, style), PAGE_LAYOUT.margin + x, baseline, textOptionsOf(style, width));
  };

  const moveDown = (distance: number): void => {
    cursorY += distance;
  };

  const drawRule = (): void => {
    pdfDocument
      .moveTo(PAGE_LAYOUT.margin, cursorY)
      .lineTo(PAGE_LAYOUT.margin + TEXT_WIDTH, cursorY)
      .lineWidth(0.75)
      .strokeColor(PAPER_COLOURS.line)
      .stroke();
  };

  /** Begins a new page if `height` doesn't fit on the current one. Returns whether it began a page. */
  const ensureSpace = (neededHeight: number): boolean => {
    if (cursorY + neededHeight <= TEXT_BOTTOM) return false;
    pdfDocument.addPage();
    cursorY = PAGE_LAYOUT.head;
    putText(runningHead, SMALL_STYLE, { x: 0, width: TEXT_WIDTH });
    moveDown(textHeightOf(runningHead, SMALL_STYLE, TEXT_WIDTH) + VERTICAL_GAP.block);
    return true;
  };

  const heightOfRow = (rowCells: readonly string[], columns: readonly TableColumn[], style: TextStyle): number =>
    Math.max(
      ...rowCells.map((cellText, index) =>
        textHeightOf(
          cellText,
          { ...style, align: columns[index]?.align ?? 'left' },
          columns[index]?.width ?? TEXT_WIDTH,
        ),
      ),
    );

  return {
    at: () => cursorY,
    to: (targetY: number) => {
      cursorY = targetY;
    },
    skip: moveDown,
    rule: drawRule,
    need: ensureSpace,
    put: putText,
    heightOfRow,
    /** Writes a text below the previous one. */
    write(text: string, style: TextStyle, gapBelow: number = VERTICAL_GAP.line): void {
      const blockHeight = textHeightOf(text, style, TEXT_WIDTH);
      ensureSpace(blockHeight);
      putText(text, style, { x: 0, width: TEXT_WIDTH });
      moveDown(blockHeight + gapBelow);
    },
    /** Writes a row of a table; each cell is wrapped in its column. */
    row(rowCells: readonly string[], columns: readonly TableColumn[], style: TextStyle): void {
      const blockHeight = heightOfRow(rowCells, columns, style);
      ensureSpace(blockHeight);
      rowCells.forEach((cellText, index) => {
        const tableColumn = columns[index];
        if (tableColumn !== undefined) putText(cellText, { ...style, align: tableColumn.align }, tableColumn);
      });
      moveDown(blockHeight + VERTICAL_GAP.row);
    },
    /** Writes a text on a coloured background. */
    notice(text: string): void {
      const style: TextStyle = { size: 10, isBold: true, colour: PAPER_COLOURS.onWarnTint };
      const blockHeight = textHeightOf(text, style, TEXT_WIDTH - 24) + 18;
      pdfDocument
        .roundedRect(PAGE_LAYOUT.margin, cursorY, TEXT_WIDTH, blockHeight, CORNER_RADIUS)
        .fill(PAPER_COLOURS.warnTint);
      putText(text, style, { x: 12, width: TEXT_WIDTH - 24, baseline: cursorY + 10 });
      moveDown(blockHeight + VERTICAL_GAP.block);
    },
  };
};
type ReceiptSheet = ReturnType<typeof createSheet>;

const drawHead = (sheet: ReceiptSheet, { title, kind, warning, sellerLabel, seller, facts }: ReceiptPaper): void => {
  sheet.write(title, TITLE_STYLE, 2);
  if (kind !== '') sheet.write(kind, SMALL_STYLE);
  sheet.skip(VERTICAL_GAP.block - VERTICAL_GAP.line);
  if (warning !== null) sheet.notice(warning);
  const columnTop = sheet.at();
  sheet.row([sellerLabel], SELLER_COLUMNS, LABEL_STYLE);
  seller.forEach((sellerLine, index) =>
    sheet.row([sellerLine], SELLER_COLUMNS, index === 0 ? STRONG_STYLE : BODY_STYLE),
  );
  const sellerEnd = sheet.at();
  sheet.to(columnTop);
  for (const factCells of facts) sheet.row(factCells, FACT_COLUMNS, SMALL_STYLE);
  sheet.to(Math.max(sellerEnd, sheet.at()) + VERTICAL_GAP.block);
};

const drawLines = (sheet: ReceiptSheet, { lineHead, lines }: ReceiptPaper): void => {
  const drawTableHead = (): void => {
    sheet.row(lineHead, LINE_COLUMNS, LABEL_STYLE);
    sheet.rule();
    sheet.skip(VERTICAL_GAP.row);
  };
  sheet.need(60);
  drawTableHead();
  for (const { amount, name, detail, price, total } of lines) {
    const rowCells = [amount, name, price, total];
    const detailCells = ['', detail ?? ''];
    const blockHeight =
      sheet.heightOfRow(rowCells, LINE_COLUMNS, BODY_STYLE) +
      (detail === null ? 0 : sheet.heightOfRow(detailCells, LINE_COLUMNS, SMALL_STYLE));
    if (sheet.need(blockHeight + 2 * VERTICAL_GAP.row)) drawTableHead();
    sheet.row(rowCells, LINE_COLUMNS, BODY_STYLE);
    if (detail !== null) sheet.row(detailCells, LINE_COLUMNS, SMALL_STYLE);
  }
  sheet.rule();
  sheet.skip(VERTICAL_GAP.row + 2);
};

const drawSum = (sheet: ReceiptSheet, { label, amount }: PaperSum, style: TextStyle): void =>
  sheet.row([label, amount], SUM_COLUMNS, style);

/** Draws the total with its VAT table, both on the same page. */
const drawTotal = (sheet: ReceiptSheet, totalSum: PaperSum, { head: tableHead, rows }: PaperVat): void => {
  sheet.need(TOTAL_ROW_HEIGHT + VAT_ROW_HEIGHT * rows.length);
  drawSum(sheet, totalSum, TOTAL_STYLE);
  sheet.skip(VERTICAL_GAP.row);
  sheet.row(tableHead, VAT_COLUMNS, LABEL_STYLE);
  sheet.rule();
  sheet.skip(VERTICAL_GAP.row);
  for (const row of rows) sheet.row(row, VAT_COLUMNS, SMALL_STYLE);
};

const drawRefunds = (sheet: ReceiptSheet, { title, rows, paid, vat }: NonNullable<ReceiptPaper['refunds']>): void => {
  sheet.skip(VERTICAL_GAP.block);
  sheet.need(80);
  sheet.write(title, HEADING_STYLE, VERTICAL_GAP.row + 2);
  for (const row of rows) drawSum(sheet, row, BODY_STYLE);
  drawTotal(sheet, paid, vat);
};

/** Draws the footer of each page. Runs last, because the footer shows the number of pages. */
const drawFooters = (pdfDocument: PDFKit.PDFDocument, sheet: ReceiptSheet, footerText: string): void => {
  const { count } = pdfDocument.bufferedPageRange();
  for (let pageIndex = 0; pageIndex < count; pageIndex += 1) {
    pdfDocument.switchToPage(pageIndex);
    sheet.put(fillText(footerText, { page: String(pageIndex + 1), pages: String(count) }), SMALL_STYLE, {
      x: 0,
      width: TEXT_WIDTH,
      baseline: PAGE_LAYOUT.height - 48,
    });
  }
};

/**
 * Draws a receipt as PDF. The same texts always result in the same bytes. Drawing blocks its thread, so it runs in a
 * drawing thread.
 */
export const drawReceipt = async (receiptPaper: ReceiptPaper): Promise<Uint8Array> => {
  const {
    metadata: { title, author, at },
    total,
    sums,
    vat,
    refunds,
    closing: closingLines,
    footer,
    runningHead,
  } = receiptPaper;
  const createdAt = new Date(at);
  const pdfDocument = new PDFDocument({
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
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  const pdfChunks: Uint8Array[] = [];
  const finishedDocument = new Promise<void>((resolve, reject) => {
    pdfDocument
      .on('data', (pdfChunk: Uint8Array) => pdfChunks.push(pdfChunk))
      .on('end', resolve)
      .on('error', reject);
  });
  const receiptSheet = createSheet(pdfDocument, runningHead);
  drawHead(receiptSheet, receiptPaper);
  drawLines(receiptSheet, receiptPaper);
  for (const paperSum of sums) drawSum(receiptSheet, paperSum, BODY_STYLE);
  drawTotal(receiptSheet, total, vat);
  if (refunds !== null) drawRefunds(receiptSheet, refunds);
  receiptSheet.skip(VERTICAL_GAP.block);
  for (const closingLine of closingLines) receiptSheet.write(closingLine, SMALL_STYLE);
  drawFooters(pdfDocument, receiptSheet, footer);
  pdfDocument.end();
  await finishedDocument;
  return new Uint8Array(Buffer.concat(pdfChunks));
};
