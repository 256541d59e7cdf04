/** A sheet part by part, in its order: the PDF draws these, and the page shows them before it is made. */
import type { SheetPreview } from '../../../../bridge/deposit-sheets.ts';
import { formatDate, formatMoment } from '../../../core/pdf/moments.ts';
import { linesOf } from '../../../core/pdf/printable.ts';
import type { SheetContent, SheetStyle } from '../types.ts';
import { lacksMemo, lacksReference, sheetWords as words } from './words.ts';

type Row = SheetPreview['sections'][number]['rows'][number];

const text = (name: string, value: string): Row => ({ name, value, kind: 'text' });

/** A name makes no line of its own above the instructions, which would read as one of them. */
const oneLine = (name: string): string => linesOf(name).join(', ').replaceAll(/ +/g, ' ');

export function sheetParts(
  content: SheetContent,
  { issuedAt, timeZone, isTest }: Pick<SheetStyle, 'issuedAt' | 'timeZone' | 'isTest'>,
): SheetPreview {
  const { sourceCurrency, destinationCurrency, network, walletAddress, customerName } = content;
  const issued = words.issued(formatDate(issuedAt, timeZone));
  return {
    test: isTest ? words.test : null,
    title: words.title,
    recipient: customerName === null ? null : words.for(oneLine(customerName)),
    facts: `${issued}  ·  ${words.knownAt(formatMoment(content.knownAt, timeZone))}`,
    sections: [
      {
        title: words.payIn,
        lead: words.payInLead(sourceCurrency),
        rows: [
          ...content.instructions.map(
            ({ label, shown, isNumber }): Row => ({
              name: label,
              value: shown,
              kind: isNumber ? 'number' : 'text',
            }),
          ),
          ...(lacksReference(content) ? [text(words.reference, words.noReference)] : []),
        ],
      },
      {
        title: words.becomes,
        lead: words.becomesLead(sourceCurrency, destinationCurrency),
        rows: [
          text(words.destinationCurrency, destinationCurrency),
          text(words.network, network),
          { name: words.walletAddress, value: walletAddress, kind: 'wallet' },
          ...content.otherDestination.map(({ field, value }) => text(field, value)),
          ...(lacksMemo(content) ? [text(words.memo, words.noMemo)] : []),
        ],
      },
    ],
    notes: [words.grouped, words.irrevocable],
    foot: words.account(content.accountId),
  };
}
