/**
 * Sets a report:
 *
 *     logo or company                     address
 *     SANDBOX: …                          of a sandbox alone
 *     Title
 *     subtitle
 *     name      value
 *     Section
 *     lead
 *     column    column           column
 *     cell      cell               cell
 *     ───────────────────────────────────────────
 *     foot                            Page 1 of 1
 */
import type { Pdf, TextStyle } from '../document.ts';
import type { Typefaces } from '../fonts.ts';
import { drawLetterhead } from '../letterhead.ts';
import { leading, styles } from '../look.ts';
import { Pages } from '../pages.ts';
import { spellUnprintable } from '../printable.ts';
import type { Report, ReportTable } from './report.ts';

const words = {
  test: 'SANDBOX: for testing only. No money moved.',
  continued: (title: string) => `${title} (continued)`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

/** Between columns, and above and below a row. */
const GUTTER = 8;
const PADDING = 3;
/** Lines of one cell; a text that takes more ends with an ellipsis. The CSV has it whole. */
const MOST_LINES = 12;
/** An amount is set smaller before it is broken, down to this. */
const SMALLEST = 5;
/** Marks an amount that is broken all the same: alone, either part would read as another amount. */
const BROKEN = '…';
/** Most points that a heading and what it stands above keep together: less than half a page. */
const MOST_TOGETHER = 300;

interface SetColumn {
  readonly left: number;
  readonly width: number;
  readonly isNumber: boolean;
}

export function drawReport(pdf: Pdf, faces: Typefaces, report: Report): void {
  const set = (text: string, { font }: TextStyle): string =>
    spellUnprintable(text, faces[font].hasGlyph);
  /** The table that goes on, whose head every page repeats. */
  let open: ReportTable | null = null;
  const pages = new Pages({
    pdf,
    faces,
    paper: report.paper,
    onNextPage(next) {
      if (report.isTest) next.paragraph(words.test, styles.test);
      next.paragraph(words.continued(set(report.title, styles.facts)), styles.facts);
      next.space(14);
      if (open !== null) cells(next, open, labelsOf(open), styles.cellHead);
    },
  });

  const { name, addressLines, logo } = report.letterhead;
  drawLetterhead(pages, {
    name: set(name, styles.company),
    addressLines: addressLines.map((line) => set(line, styles.address)),
    logo,
  });
  if (report.isTest) {
    pages.paragraph(words.test, styles.test);
    pages.space(8);
  }
  pages.paragraph(set(report.title, styles.title), styles.title);
  if (report.subtitle !== '') {
    pages.space(3);
    pages.paragraph(set(report.subtitle, styles.customer), styles.customer);
  }
  pages.space(12);
  for (const [fact, value] of report.facts) {
    pages.row(set(fact, styles.name), set(value, styles.lead), {
      name: styles.name,
      value: styles.lead,
    });
  }
  pages.rule();
  for (const { title, lead, table } of report.sections) {
    heading(title, lead, table);
    if (table === null) continue;
    cells(pages, table, labelsOf(table), styles.cellHead);
    open = table;
    for (const row of table.rows) cells(pages, table, row, styles.cell);
    for (const row of table.totals) cells(pages, table, row, styles.cellTotal);
    open = null;
    pages.rule();
  }
  pages.foot(() => set(report.foot, styles.foot), words.page, styles.foot);

  /** It stands above something: of a table its first rows. */
  function heading(title: string, lead: string, table: ReportTable | null): void {
    const texts = [
      { text: set(title, styles.heading), style: styles.heading },
      ...(lead === '' ? [] : [{ text: set(lead, styles.note), style: styles.note }]),
    ];
    const above = texts.map(
      ({ text, style }) => pages.lines(text, style, pages.width).length * leading(style),
    );
    const begun = table === null ? [] : begin(table).map(({ height }) => height);
    const needed = [18, ...above, 6, ...begun].reduce((sum, height) => sum + height);
    pages.demand(Math.min(MOST_TOGETHER, Math.max(90, needed)));
    pages.space(18);
    for (const { text, style } of texts) pages.paragraph(text, style);
    pages.space(6);
  }

  function begin(table: ReportTable) {
    const rows = [...table.rows, ...table.totals].slice(0, 2);
    return [
      laidOut(pages, table, labelsOf(table), styles.cellHead),
      ...rows.map((row) => laidOut(pages, table, row, styles.cell)),
    ];
  }

  function laidOut(on: Pages, table: ReportTable, row: readonly string[], style: TextStyle) {
    const columns = columnsOf(table, on);
    const texts = columns.map(({ width, isNumber }, at) => {
      const text = set(row[at] ?? '', style);
      const fitted = isNumber ? smaller(on, text, style, width) : style;
      const all = on.lines(text, fitted, width, isNumber ? BROKEN : '');
      const lines =
        all.length <= MOST_LINES
          ? all
          : [...all.slice(0, MOST_LINES - 1), `${all[MOST_LINES - 1]}…`];
      return { lines, style: fitted };
    });
    const most = Math.max(...texts.map(({ lines }) => lines.length));
    return { columns, texts, height: most * leading(style) + 2 * PADDING };
  }

  function cells(on: Pages, table: ReportTable, row: readonly string[], style: TextStyle): void {
    const step = leading(style);
    const { columns, texts, height } = laidOut(on, table, row, style);
    on.demand(height);
    on.rule();
    for (const [at, { left, width, isNumber }] of columns.entries()) {
      const cell = texts[at] ?? { lines: [], style };
      for (const [line, text] of cell.lines.entries()) {
        if (text === '') continue;
        const x = isNumber ? left + width - on.widthOf(text, cell.style) : left;
        on.put(text, x, on.y - PADDING - (line + 0.78) * step, cell.style);
      }
    }
    on.space(height);
  }
}

/** So small that each word stays on one line. */
function smaller(on: Pages, text: string, style: TextStyle, width: number): TextStyle {
  const widest = Math.max(...text.split(/\s/).map((word) => on.widthOf(word, style)));
  if (widest <= width) return style;
  // A hair less, or rounding breaks it.
  return { ...style, size: Math.max(SMALLEST, (style.size * width * 0.999) / widest) };
}

const labelsOf = ({ columns }: ReportTable): string[] => columns.map(({ label }) => label);

function columnsOf({ columns }: ReportTable, { left, width }: Pages): SetColumn[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const room = width - GUTTER * (columns.length - 1);
  let x = left;
  return columns.map(({ share, isNumber = false }) => {
    const column = { left: x, width: (room * share) / whole, isNumber };
    x += column.width + GUTTER;
    return column;
  });
}
