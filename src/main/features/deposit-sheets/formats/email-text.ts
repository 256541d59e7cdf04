/** A sheet as plain text for an email. Numbers stand without gaps, so that they can be copied. */
import { terminalText } from '../../../../platform/terminal-text.ts';
import { formatDate, formatMoment } from '../../../core/pdf/moments.ts';
import { linesOf } from '../../../core/pdf/printable.ts';
import { lacksMemo, lacksReference, sheetWords } from '../content/words.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

/** What is not seen is spelled, as on the page of a document: no text makes a line of its own, or turns around. */
const oneLine = (value: string): string => linesOf(value).map(terminalText).join(', ');

/** Ends in a line break. */
export function emailText(
  content: SheetContent,
  { letterhead, issuedAt, timeZone, isTest }: Omit<SheetStyle, 'paper'>,
): string {
  const { sourceCurrency, destinationCurrency, network, walletAddress, customerName } = content;
  const lines = [
    ...(isTest ? [sheetWords.test, ''] : []),
    sheetWords.title,
    ...(customerName === null ? [] : [sheetWords.for(oneLine(customerName))]),
    '',
    sheetWords.payInLead(oneLine(sourceCurrency)),
    '',
    ...content.instructions.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`),
    ...(lacksReference(content) ? [`${sheetWords.reference}: ${sheetWords.noReference}`] : []),
    '',
    sheetWords.becomesLead(oneLine(sourceCurrency), oneLine(destinationCurrency)),
    '',
    `${sheetWords.destinationCurrency}: ${oneLine(destinationCurrency)}`,
    `${sheetWords.network}: ${oneLine(network)}`,
    `${sheetWords.walletAddress}: ${oneLine(walletAddress)}`,
    ...content.otherDestination.map(({ field, value }) => `${oneLine(field)}: ${oneLine(value)}`),
    ...(lacksMemo(content) ? [`${sheetWords.memo}: ${sheetWords.noMemo}`] : []),
    '',
    sheetWords.irrevocable,
    '',
    `${sheetWords.issued(formatDate(issuedAt, timeZone))}. ${sheetWords.knownAt(formatMoment(content.knownAt, timeZone))}.`,
    sheetWords.account(oneLine(content.accountId)),
    ...(letterhead.name === ''
      ? []
      : ['', letterhead.name, ...letterhead.addressLines].map(oneLine)),
  ];
  return `${lines.join('\n')}\n`;
}
