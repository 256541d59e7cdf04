/** What a row of the list says of an event, in words. */
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import type { Tone } from '../../../components/status-mark.tsx';
import { formatMoney } from '../../../format/amounts.ts';
import { formatDelay } from '../../../format/exact-instants.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { shortId } from '../../../format/identifiers.ts';
import { timelineTexts } from '../texts.ts';

const { marks: words } = timelineTexts;

/** Orders the event, and stands where the list shows its time. */
export const orderedAt = (row: Pick<TimelineRow, 'happenedAt' | 'heardAt'>): string =>
  row.happenedAt ?? row.heardAt;

/** Ada Byron, else the webhook's name, else the customer's id, else that of the resource; short. */
export function whoOf(row: TimelineRow): { short: string; whole: string } {
  const { customerName, customerId, resourceId } = row;
  if (customerName !== null)
    return { short: asSeen(customerName), whole: customerId ?? asSeen(customerName) };
  if (row.webhookName !== null)
    return { short: asSeen(row.webhookName), whole: resourceId ?? asSeen(row.webhookName) };
  const id = customerId ?? resourceId;
  if (id === null) return { short: '', whole: timelineTexts.noResource };
  return { short: asSeen(shortId(id)), whole: asSeen(id) };
}

/** `12,419.50 USDC`; nothing where no amount was found. */
export function moneyIn({ amount }: Pick<TimelineRow, 'amount'>): string | undefined {
  if (amount === null || amount.amount === null) return undefined;
  return asSeen(formatMoney({ amount: amount.amount, currency: amount.currency }));
}

/** `+0.4 s`; null where the event gives no time. */
export const receivedDelay = (row: Pick<TimelineRow, 'happenedAt' | 'heardAt'>): string | null =>
  row.happenedAt === null ? null : formatDelay(row.happenedAt, row.heardAt);

export type MarkKind =
  | 'differs'
  | 'mock'
  | 'ahead'
  | 'noTime'
  | 'epoch'
  | 'late'
  | 'outOfOrder'
  | 'seen';

export interface Mark {
  readonly kind: MarkKind;
  readonly tone: Tone;
  readonly text: string;
}

/** What stands out, what needs a person first. */
export function marksOf(row: TimelineRow, isProduction: boolean): Mark[] {
  const marks: Mark[] = [];
  const add = (isSo: boolean, kind: MarkKind, tone: Tone, text: string) => {
    if (isSo) marks.push({ kind, tone, text });
  };
  add(row.isDiffering, 'differs', 'red', words.differs);
  add(
    row.isMock,
    'mock',
    isProduction ? 'amber' : 'grey',
    isProduction ? words.mockInProduction : words.mock,
  );
  add(row.isAhead, 'ahead', 'amber', words.ahead);
  add(row.happenedAt === null, 'noTime', 'amber', words.noTime);
  add(row.isEpoch, 'epoch', 'grey', words.epoch);
  add(row.isLate, 'late', 'amber', words.late);
  add(row.isOutOfOrder, 'outOfOrder', 'grey', words.outOfOrder);
  const again = timesAgain(row);
  add(again > 0, 'seen', 'grey', words.seen(again));
  return marks;
}

/** How often it came again on a webhook that had brought it; one delivery to each is none. */
export const timesAgain = ({ heard, webhooks }: Pick<TimelineRow, 'heard' | 'webhooks'>): number =>
  heard - Math.max(1, webhooks);

/** Families that have a colour of their own; any other is grey. */
const colours: Readonly<Record<string, number>> = {
  payout: 1,
  customer: 2,
  bankAccount: 3,
  wallet: 4,
  webhook: 5,
  address: 6,
  paymentLink: 7,
};

/** CSS colour of a family. */
export const familyColour = (family: string): string =>
  `var(--cw-family-${Object.hasOwn(colours, family) ? colours[family] : 0})`;
