/** One payout out of all that its events told, in any order of arrival. */
import type { PayoutDetail, PayoutField, PayoutRow } from '../../../../bridge/payouts.ts';
import { json } from '../../../../bridge/scalars.ts';
import type { ObservationSource } from '../../../../bridge/source.ts';
import type { PayoutNotion } from '../../../../contract/payout-fields.ts';
import { tellsOfDeposit } from '../../../../contract/payout-outcomes.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { payoutStates } from '../../../../contract/transitions.ts';
import { fold } from '../../../core/records/fold.ts';
import { comparePositions, type Position } from '../../../core/records/order.ts';
import { lifecycleFrom } from '../../timeline/lifecycle/lifecycle.ts';
import { type ChosenFields, type ReadFields, readFields } from './read-fields.ts';

/** One observation of an event of a payout. */
export interface PayoutEvent {
  readonly eventId: string;
  readonly name: string;
  readonly isMock: boolean;
  /** The payout's record in the event. */
  readonly body: JsonObject;
  /** `updated` of the record, in milliseconds; null where it has none. */
  readonly recordAt: number | null;
  /** ISO 8601 UTC; null where the event tells no time. */
  readonly happenedAt: string | null;
  readonly observedAt: string;
  readonly source: ObservationSource;
  readonly position: Position;
}

/** All but the customer's name, which is in the customer's record. */
export type StoredPayout = Omit<PayoutRow, 'customerName'>;

export interface ReadPayout {
  readonly row: StoredPayout;
  readonly detail: Pick<
    PayoutDetail,
    'fields' | 'otherStatus' | 'lifecycle' | 'eventList' | 'asReceived'
  >;
}

export const isKnownState = (state: string): boolean =>
  (payoutStates as readonly string[]).includes(state);

/** States after which nothing is waited for. */
const ended: readonly string[] = ['successful', 'failed', 'cancelled', 'refunded'];
/** Whether more is to come. Nobody can say of an unknown word that it is an end. */
export const isOpenState = (state: string): boolean => !ended.includes(state);

/** null for events that are of no payout's lifecycle. */
export function readPayout(
  id: string,
  events: readonly PayoutEvent[],
  chosen: ChosenFields,
): ReadPayout | null {
  const inOrder = events.toSorted((one, other) => comparePositions(one.position, other.position));
  const eventList = eventsOf(inOrder);
  const recordAt = new Map(inOrder.map((event) => [event.eventId, event.recordAt]));
  const { steps, next } = lifecycleFrom(
    'payout',
    eventList.map((event, key) => ({
      ...event,
      key,
      recordAt: recordAt.get(event.eventId) ?? null,
    })),
  );
  const last = steps.at(-1);
  if (last === undefined) return null;
  const { body } = fold(
    inOrder.map(({ body, position }) => ({ body, observationId: position.observationId })),
  );
  const since = steps[steps.findLastIndex(({ state }) => state !== last.state) + 1] ?? last;
  const deposit = steps.find(({ state }) => tellsOfDeposit(state));
  const fields = withEvents(readFields(body, chosen), last.state, eventList);
  const said = fields.status;
  const times = inOrder.map(({ observedAt }) => observedAt).sort();
  const read = (notion: PayoutNotion) => fields[notion].value;
  const withStatus = (...wanted: readonly PayoutField['status'][]) =>
    Object.values(fields)
      .filter(({ status }) => wanted.includes(status))
      .map(({ notion }) => notion);

  const row: StoredPayout = {
    id,
    state: last.state,
    isKnownState: isKnownState(last.state),
    stateSince: since.happenedAt ?? since.heardAt,
    isSinceTold: since.happenedAt !== null,
    receivedAt: deposit === undefined ? null : (deposit.happenedAt ?? deposit.heardAt),
    customerId: read('customerId'),
    virtualAccountId: read('virtualAccountId'),
    in: { amount: read('amountIn'), currency: read('currencyIn') },
    out: { amount: read('amountOut'), currency: read('currencyOut') },
    fee: { amount: read('feeAmount'), currency: read('feeCurrency') },
    network: read('network'),
    walletAddress: read('walletAddress'),
    transaction: read('transaction'),
    reference: read('reference'),
    created: read('created'),
    updated: read('updated'),
    missingStates: [...new Set(steps.flatMap(({ unheard }) => unheard))],
    unusualMoves: steps.filter(({ isUsual }) => !isUsual).length,
    isMock: eventList.every(({ isMock }) => isMock),
    notFound: withStatus('missing', 'unreadable'),
    ambiguous: withStatus('ambiguous'),
    events: eventList.length,
    firstLearnedAt: times[0] ?? last.heardAt,
    lastLearnedAt: times.at(-1) ?? last.heardAt,
  };
  return {
    row,
    detail: {
      fields: Object.values(fields),
      otherStatus:
        said.status !== 'event' && said.value !== null && said.value !== last.state
          ? said.value
          : null,
      lifecycle: {
        steps: steps.map((step, at) => ({
          state: step.state,
          isKnownState: isKnownState(step.state),
          eventId: step.eventId,
          happenedAt: step.happenedAt,
          heardAt: step.heardAt,
          lastedMs: steps[at + 1]?.sinceMs ?? null,
          isUsual: step.isUsual,
          missing: step.unheard,
        })),
        next,
      },
      eventList: eventList.toReversed(),
      asReceived: json.parse(body),
    },
  };
}

type EventView = PayoutDetail['eventList'][number];

/** Each event once, oldest first: as its last observation in the order tells it, and heard at its first. */
function eventsOf(inOrder: readonly PayoutEvent[]): EventView[] {
  const byId = new Map<string, EventView>();
  for (const { eventId, name, happenedAt, observedAt, source, isMock } of inOrder) {
    const before = byId.get(eventId)?.heardAt ?? observedAt;
    const heardAt = before < observedAt ? before : observedAt;
    byId.set(eventId, { eventId, name, happenedAt, heardAt, source, isMock });
  }
  const momentOf = ({ happenedAt, heardAt }: EventView) => happenedAt ?? heardAt;
  return [...byId.values()].sort((one, other) => {
    const first = momentOf(one) + one.eventId;
    const second = momentOf(other) + other.eventId;
    return first < second ? -1 : Number(first > second);
  });
}

/** What the record does not tell, and the events do: its state and its times. */
function withEvents(fields: ReadFields, state: string, events: readonly EventView[]): ReadFields {
  const told = (notion: PayoutNotion, value: string | null): PayoutField =>
    fields[notion].status === 'missing' && value !== null
      ? { ...fields[notion], status: 'event', value }
      : fields[notion];
  const made = events.find(({ name }) => name === 'payout.create')?.happenedAt ?? null;
  const newest = events.flatMap(({ happenedAt }) => happenedAt ?? []).at(-1) ?? null;
  return {
    ...fields,
    status: told('status', state),
    created: told('created', made),
    updated: told('updated', newest),
  };
}
