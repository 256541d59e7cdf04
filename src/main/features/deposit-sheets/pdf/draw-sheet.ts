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

import type { Pdf, TextStyle } from '../../../core/pdf/document.ts';
import type { Typefaces } from '../../../core/pdf/fonts.ts';
import { drawLetterhead } from '../../../core/pdf/letterhead.ts';
import { leading, styles, valuesAt } from '../../../core/pdf/look.ts';
import { formatDate, formatMoment } from '../../../core/pdf/moments.ts';
import { Pages } from '../../../core/pdf/pages.ts';
import { inGroups } from '../content/numbers.ts';
import { asksForMemo, sheetWords } from '../content/words.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

export function drawSheet(
  pdf: Pdf,
  faces: Typefaces,
  content: SheetContent,
  style: SheetStyle,
): void {
  const { timeZone, issuedAt } = style;
  const pages = new Pages({
    pdf,
    faces,
    paper: style.paper,
    onNextPage: (next) => nextHead(next, content, style.isTest),
  });
  drawLetterhead(pages, style.letterhead);
  if (style.isTest) {
    pages.paragraph(sheetWords.test, styles.test);
    pages.space(8);
  }
  pages.paragraph(sheetWords.title, styles.title);
  if (content.customerName !== null) {
    pages.space(3);
    pages.paragraph(sheetWords.for(content.customerName), styles.customer);
  }
  pages.space(4);
  const issued = sheetWords.issued(formatDate(issuedAt, timeZone));
  const known = sheetWords.knownAt(formatMoment(content.knownAt, timeZone));
  pages.paragraph(`${issued}  ·  ${known}`, styles.facts);

  const row = (name: string, value: string, valueStyle: TextStyle = styles.value) =>
    pages.row(name, value, { name: styles.name, value: valueStyle });

  heading(pages, sheetWords.payIn, sheetWords.payInLead(content.sourceCurrency));
  for (const { label, shown, isNumber } of content.instructions) {
    row(label, shown, isNumber ? styles.number : styles.value);
  }
  row(sheetWords.reference, sheetWords.noReference);
  pages.rule();

  heading(
    pages,
    sheetWords.becomes,
    sheetWords.becomesLead(content.sourceCurrency, content.destinationCurrency),
  );
  row(sheetWords.destinationCurrency, content.destinationCurrency);
  row(sheetWords.network, content.network);
  row(sheetWords.walletAddress, walletLines(pages, content.walletAddress), styles.wallet);
  if (asksForMemo(content)) row(sheetWords.memo, sheetWords.noMemo);
  pages.rule();

  pages.demand(36);
  pages.space(8);
  pages.paragraph(sheetWords.grouped, styles.note);
  pages.space(2);
  pages.paragraph(sheetWords.irrevocable, styles.note);
  pages.foot(() => sheetWords.account(content.accountId), sheetWords.page, styles.foot);
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
