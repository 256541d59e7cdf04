/** Makes PDFs of sheets. Takes time for each, so it runs in a thread (sheet-thread.ts). */
import { createPdf, type Pdf } from '../../../core/pdf/document.ts';
import { embedLogo } from '../../../core/pdf/embedded.ts';
import type { Typefaces } from '../../../core/pdf/fonts.ts';
import { drawLetterhead } from '../../../core/pdf/letterhead.ts';
import { leading, styles, valuesAt } from '../../../core/pdf/look.ts';
import { Pages } from '../../../core/pdf/pages.ts';
import { refusalsOf, type SetText } from '../../../core/pdf/refusals.ts';
import { inGroups } from '../content/numbers.ts';
import { sheetParts } from '../content/sheet-parts.ts';
import { sheetWords } from '../content/words.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

const valueStyles = { text: styles.value, number: styles.number, wallet: styles.wallet } as const;

/**
 * One sheet, on as many pages as it needs:
 *
 *     logo or company                     address
 *     SANDBOX: …                          of a sandbox alone
 *     Deposit instructions
 *     For Ada Byron
 *     Issued … · Data as of …
 *     Pay in            name      value
 *                       …
 *     Destination       name      value
 *     notes
 *     ───────────────────────────────────────────
 *     Virtual account …               Page 1 of 1
 */
function drawSheet(pdf: Pdf, faces: Typefaces, content: SheetContent, style: SheetStyle): void {
  const pages = new Pages({
    pdf,
    faces,
    paper: style.paper,
    onNextPage: (next) => nextHead(next, content, style.isTest),
  });
  const parts = sheetParts(content, style);
  drawLetterhead(pages, style.letterhead);
  if (parts.test !== null) {
    pages.paragraph(parts.test, styles.test);
    pages.space(8);
  }
  pages.paragraph(parts.title, styles.title);
  if (parts.recipient !== null) {
    pages.space(3);
    pages.paragraph(parts.recipient, styles.customer);
  }
  pages.space(4);
  pages.paragraph(parts.facts, styles.facts);
  for (const { title, lead, rows } of parts.sections) {
    heading(pages, title, lead);
    for (const { name, value, kind } of rows) {
      const lines = kind === 'wallet' ? walletLines(pages, value) : value;
      pages.row(name, lines, { name: styles.name, value: valueStyles[kind] });
    }
    pages.rule();
  }
  pages.demand(36);
  pages.space(6);
  for (const note of parts.notes) {
    pages.space(2);
    pages.paragraph(note, styles.note);
  }
  pages.foot(() => parts.foot, sheetWords.page, styles.foot);
  pdf.seal();
}

/** As few lines as it needs, and about as long as each other: the eye loses a last group that stands alone. */
function walletLines(pages: Pages, walletAddress: string): string {
  const whole = inGroups(walletAddress);
  const lines = pages.lines(whole, styles.wallet, pages.width - valuesAt).length;
  const groups = whole.split(' ');
  const perLine = Math.ceil(groups.length / lines);
  const starts = Array.from({ length: lines }, (_, at) => at * perLine);
  return starts.map((at) => groups.slice(at, at + perLine).join(' ')).join('\n');
}

function heading(pages: Pages, title: string, lead: string): void {
  pages.demand(110);
  pages.space(20);
  pages.paragraph(title, styles.heading);
  pages.space(1);
  pages.paragraph(lead, styles.lead);
  pages.space(8);
}

/** What a page that was torn off would need to be known by, in one line. */
function nextHead(pages: Pages, content: SheetContent, isTest: boolean): void {
  if (isTest) pages.paragraph(sheetWords.test, styles.test);
  const name = content.customerName;
  const title = name === null ? sheetWords.title : `${sheetWords.title} · ${sheetWords.for(name)}`;
  const [line = '', ...more] = pages.lines(title, styles.facts, pages.width - 80);
  pages.space(leading(styles.facts));
  const whole = more.length === 0 ? line : `${line}…`;
  pages.put(sheetWords.continued(whole), pages.left, pages.y, styles.facts);
  pages.space(14);
}

export interface Printer {
  /** A file with this sheet alone. */
  one(content: SheetContent): Promise<Uint8Array>;
  /** Adds the sheet to the one file of all. */
  add(content: SheetContent): Promise<void>;
  /** The one file of all that were added. */
  finish(): Promise<Uint8Array>;
}

export function createPrinter(faces: Typefaces, style: SheetStyle): Printer {
  const { logo, name } = style.letterhead;
  let image: ReturnType<typeof embedLogo> | null = null;
  const begin = async (title: string): Promise<Pdf> => {
    if (logo !== null) image ??= embedLogo(logo);
    return await createPdf(faces, await image, { title, author: name, createdAt: style.issuedAt });
  };
  let all: Promise<Pdf> | null = null;
  const open = () => {
    all ??= begin(sheetWords.title);
    return all;
  };
  return {
    async one(content) {
      const { customerName } = content;
      const title =
        customerName === null
          ? sheetWords.title
          : `${sheetWords.title} · ${sheetWords.for(customerName)}`;
      const pdf = await begin(title);
      drawSheet(pdf, faces, content, style);
      return await pdf.finish();
    },
    async add(content) {
      drawSheet(await open(), faces, content, style);
    },
    finish: async () => await (await open()).finish(),
  };
}

/** What keeps a sheet from being set, because the fonts lack it or would get it wrong: sentences; empty where it can be set. */
export const sheetRefusals = (content: SheetContent, faces: Typefaces): string[] =>
  refusalsOf(
    [
      { name: 'The customer’s name', text: content.customerName ?? '', font: 'regular' },
      ...content.instructions.flatMap(({ label, shown, isNumber }): SetText[] => [
        { name: `The name of “${label}”`, text: label, font: 'regular' },
        { name: label, text: shown, font: isNumber ? 'mono' : 'regular' },
      ]),
      { name: sheetWords.destinationCurrency, text: content.destinationCurrency, font: 'regular' },
      { name: sheetWords.destinationCurrency, text: content.sourceCurrency, font: 'regular' },
      { name: sheetWords.network, text: content.network, font: 'regular' },
      { name: sheetWords.walletAddress, text: content.walletAddress, font: 'mono' },
      ...content.otherDestination.flatMap(({ field, value }): SetText[] => [
        { name: `The name of “${field}”`, text: field, font: 'regular' },
        { name: field, text: value, font: 'regular' },
      ]),
      { name: 'The account’s ID', text: content.accountId, font: 'regular' },
    ],
    faces,
  );
