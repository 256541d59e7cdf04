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
    ...{ pdf, faces, paper: report.paper },
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
    pages.demand(90);
    pages.space(18);
    pages.paragraph(set(title, styles.heading), styles.heading);
    if (lead !== '') pages.paragraph(set(lead, styles.note), styles.note);
    pages.space(6);
    if (table === null) continue;
    cells(pages, table, labelsOf(table), styles.cellHead);
    open = table;
    for (const row of table.rows) cells(pages, table, row, styles.cell);
    for (const row of table.totals) cells(pages, table, row, styles.cellTotal);
    open = null;
    pages.rule();
  }
  pages.foot(() => set(report.foot, styles.foot), words.page, styles.foot);

  function cells(on: Pages, table: ReportTable, row: readonly string[], style: TextStyle): void {
    const step = leading(style);
    const columns = columnsOf(table, on);
    const lines = columns.map(({ width }, at) => {
      const all = on.lines(set(row[at] ?? '', style), style, width);
      return all.length <= MOST_LINES
        ? all
        : [...all.slice(0, MOST_LINES - 1), `${all[MOST_LINES - 1]}…`];
    });
    const height = Math.max(...lines.map(({ length }) => length)) * step + 2 * PADDING;
    on.demand(height);
    on.rule();
    for (const [at, { left, width, isNumber }] of columns.entries()) {
      for (const [line, text] of (lines[at] ?? []).entries()) {
        if (text === '') continue;
        const x = isNumber ? left + width - on.widthOf(text, style) : left;
        on.put(text, x, on.y - PADDING - (line + 0.78) * step, style);
      }
    }
    on.space(height);
  }
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
