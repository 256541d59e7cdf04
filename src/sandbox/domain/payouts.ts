/**
 * Payouts. The API specification has only their event names; the fields are ours. A deposit into a virtual
 * account creates one, and it follows the contract's transitions:
 *
 *     created ─▶ pending ─▶ funded ─▶ processing ─▶ successful
 *        └───────────┴─────────┴──▶ cancelled ─▶ refunded ◀─ failed ◀─ (any but the end)
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PayoutState } from '../../contract/transitions.ts';
import { payoutStates, payoutTransitions } from '../../contract/transitions.ts';
import { virtualAccount as virtualAccountSchema } from '../../contract/virtual-account.ts';
import { isoTime } from '../../platform/clock.ts';
import { readJson } from '../../platform/json-column.ts';
import { refusals } from '../http/refusal.ts';
import { nextUpdated } from '../ids.ts';
import type { Service } from '../service.ts';
import type { OwnedRow, PayoutRow } from '../state/records.ts';
import { convert } from './fees.ts';
import { requireUsualMove } from './require-usual-move.ts';

/** The record as in events. Amounts are decimal strings. */
export const payoutSchema = z.looseObject({
  id: z.string(),
  status: z.enum(payoutStates),
  customer: z.string(),
  virtualAccount: z.string(),
  /** `reference`: what the payer wrote. */
  source: z.object({
    currency: z.string(),
    amount: z.string(),
    reference: z.string().optional(),
  }),
  fee: z.object({ currency: z.string(), amount: z.string(), totalBpsRate: z.string() }),
  destination: z.object({
    currency: z.string(),
    amount: z.string(),
    network: z.string(),
    walletAddress: z.string(),
    /** Once it is successful. */
    transactionHash: z.string().optional(),
  }),
  created: z.string(),
  updated: z.string(),
});
export type Payout = z.output<typeof payoutSchema>;

const usualWay: readonly PayoutState[] = ['pending', 'funded', 'processing', 'successful'];

/** The states after `created` on the way to an outcome. */
export function wayTo(outcome: PayoutState): readonly PayoutState[] {
  switch (outcome) {
    case 'failed':
      return ['pending', 'funded', 'processing', 'failed'];
    case 'refunded':
      return ['pending', 'funded', 'processing', 'failed', 'refunded'];
    case 'cancelled':
      return ['pending', 'cancelled'];
    default:
      return usualWay.slice(0, usualWay.indexOf(outcome) + 1);
  }
}

/**
 * A deposit into a virtual account: creates a payout and emits `payout.create`. Inside a
 * transaction. @throws Refusal 400 where the fee takes it all.
 */
export function createPayout(
  service: Service,
  account: OwnedRow,
  amount: string,
  {
    at,
    reference,
  }: { readonly at?: string | undefined; readonly reference?: string | undefined } = {},
): PayoutRow {
  const { ids, clock, records, settings } = service;
  const { id, fees, depositInstructions, destination } = readJson(
    virtualAccountSchema,
    account.body,
  );
  const currency = depositInstructions.currency;
  const rate = currency === 'EUR' ? settings.current.eurRate : '1';
  const converted = convert(amount, fees.totalBpsRate, rate);
  if (converted.amount === '0') {
    throw refusals.invalid([
      `amount: the fee of ${converted.fee} ${currency} leaves nothing to pay out`,
    ]);
  }
  const now = at === undefined ? clock.now() : Date.parse(at);
  const payout: Payout = {
    id: ids.next('payout'),
    status: 'created',
    customer: account.customer_id,
    virtualAccount: id,
    source: { currency, amount, ...(reference === undefined ? {} : { reference }) },
    fee: { currency, amount: converted.fee, totalBpsRate: fees.totalBpsRate },
    destination: {
      currency: destination.currency,
      amount: converted.amount,
      network: destination.network,
      walletAddress: destination.walletAddress,
    },
    created: isoTime(now),
    updated: isoTime(now),
  };
  const row = {
    id: payout.id,
    customer_id: account.customer_id,
    state: payout.status,
    body: JSON.stringify(payout),
    created: now,
  };
  records.insertPayout(row);
  service.emitter.emit({
    name: 'payout.create',
    dataJson: JSON.stringify({ payout }),
    mock: false,
    created: payout.created,
  });
  return row;
}

/** A made-up transaction hash: 32 bytes in hex, with `0x` except on Stellar and Tron. None on Solana. */
function transactionOf({ id, destination: { network } }: Payout): { transactionHash?: string } {
  const name = network.toLowerCase();
  if (name === 'solana' || name === 'sol') return {};
  const hash = createHash('sha256').update(id).digest('hex');
  return { transactionHash: name === 'stellar' || name === 'tron' ? hash : `0x${hash}` };
}

/** Moves a payout and emits its event. Inside a transaction. @throws Refusal 409 outside the table. */
export function movePayout(
  service: Service,
  row: PayoutRow,
  to: PayoutState,
  { force = false, time }: { readonly force?: boolean; readonly time?: number | undefined } = {},
): PayoutRow {
  const before = readJson(payoutSchema, row.body);
  if (!force) {
    requireUsualMove(payoutTransitions, { from: before.status, to }, 'A payout does not move');
  }
  const updated = time === undefined ? nextUpdated(before.updated, service.clock) : isoTime(time);
  const { destination } = before;
  const payout = {
    ...before,
    ...(to === 'successful' ? { destination: { ...destination, ...transactionOf(before) } } : {}),
    status: to,
    updated,
  };
  const next = { ...row, state: to, body: JSON.stringify(payout) };
  service.records.updatePayout(next);
  service.emitter.emit({
    name: `payout.${to}`,
    dataJson: JSON.stringify({ payout }),
    mock: false,
    ...(time === undefined ? {} : { created: updated }),
  });
  return next;
}
