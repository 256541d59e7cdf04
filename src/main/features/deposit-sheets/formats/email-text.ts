/** A sheet as plain text for an email. Numbers stand without gaps, so that they can be copied. */
import { formatDate, formatMoment } from '../../../core/pdf/moments.ts';
import { asksForMemo, sheetWords } from '../content/words.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

const oneLine = (value: string): string =>
  value
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join(', ');

/** Ends in a line break. */
export function emailText(
  content: SheetContent,
  { letterhead, issuedAt, timeZone, isTest }: Omit<SheetStyle, 'paper'>,
): string {
  const { sourceCurrency, destinationCurrency, network, walletAddress, customerName } = content;
  const lines = [
    ...(isTest ? [sheetWords.test, ''] : []),
    sheetWords.title,
    ...(customerName === null ? [] : [sheetWords.for(customerName)]),
    '',
    sheetWords.payInLead(sourceCurrency),
    '',
    ...content.instructions.map(({ label, value }) => `${label}: ${oneLine(value)}`),
    `${sheetWords.reference}: ${sheetWords.noReference}`,
    '',
    sheetWords.becomesLead(sourceCurrency, destinationCurrency),
    '',
    `${sheetWords.destinationCurrency}: ${destinationCurrency}`,
    `${sheetWords.network}: ${network}`,
    `${sheetWords.walletAddress}: ${walletAddress}`,
    ...(asksForMemo(content) ? [`${sheetWords.memo}: ${sheetWords.noMemo}`] : []),
    '',
    sheetWords.irrevocable,
    '',
    `${sheetWords.issued(formatDate(issuedAt, timeZone))}. ${sheetWords.knownAt(formatMoment(content.knownAt, timeZone))}.`,
    sheetWords.account(content.accountId),
    ...(letterhead.name === '' ? [] : ['', letterhead.name, ...letterhead.addressLines]),
  ];
  return `${lines.join('\n')}\n`;
}
