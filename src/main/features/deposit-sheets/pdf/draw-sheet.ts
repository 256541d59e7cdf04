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
import { inGroups } from '../content/numbers.ts';
import { asksForMemo, formatDate, formatMoment, sheetWords } from '../content/words.ts';
import type { SheetContent, SheetStyle } from '../types.ts';
import type { Pdf, TextStyle } from './document.ts';
import type { Typefaces } from './fonts.ts';
import { leading, logoRoom, styles, valuesAt } from './look.ts';
import { Pages } from './pages.ts';

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
  letterhead(pages, style);
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

/** Logo or name on the left, name and address on the right, as far as they were given. */
function letterhead(pages: Pages, { letterhead }: SheetStyle): void {
  const { logo, name, addressLines } = letterhead;
  const top = pages.y;
  const room = pages.width * 0.44;
  const right = [
    ...(logo === null || name === ''
      ? []
      : pages
          .lines(name, styles.companySmall, room)
          .map((line) => ({ line, style: styles.companySmall }))),
    ...addressLines.flatMap((address) =>
      pages.lines(address, styles.address, room).map((line) => ({ line, style: styles.address })),
    ),
  ];
  let left = 0;
  if (logo !== null) {
    const scale = Math.min(logoRoom.width / logo.width, logoRoom.height / logo.height);
    left = logo.height * scale;
    pages.logo(pages.left, top - left, logo.width * scale, left);
  } else if (name !== '') {
    const widest = Math.max(0, ...right.map(({ line, style }) => pages.widthOf(line, style)));
    const lines = pages.lines(name, styles.company, pages.width - widest - 24);
    for (const [at, line] of lines.entries()) {
      pages.put(
        line,
        pages.left,
        top - styles.company.size - at * leading(styles.company),
        styles.company,
      );
    }
    left = lines.length * leading(styles.company);
  }
  let y = top + 2;
  for (const { line, style } of right) {
    y -= leading(style);
    pages.putRight(line, y, style);
  }
  const height = Math.max(left, right.length === 0 ? 0 : top - y + 3);
  if (height > 0) pages.space(height + 26);
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
