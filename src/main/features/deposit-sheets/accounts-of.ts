/** The virtual accounts of a selection, judged one after another, so that nobody else has to wait. */
import type { z } from 'zod';
import { maxSheets, type SheetSelection } from '../../../bridge/deposit-sheets.ts';
import {
  listVirtualAccountsInput,
  type VirtualAccountDetail,
} from '../../../bridge/virtual-accounts.ts';
import { betweenSteps } from '../../../platform/slices.ts';
import { wholeList } from '../../core/exports/whole-list.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { checkAccount } from './content/sheet-content.ts';
import type { SheetContent } from './types.ts';
import type { LeftOut } from './writing/orders.ts';

export interface AccountReads {
  list(
    query: z.output<typeof listVirtualAccountsInput>,
  ): Promise<{ readonly rows: readonly { readonly id: string }[]; readonly total: number }>;
  /** Rejects with Failed NOT_FOUND. */
  get(id: string): Promise<VirtualAccountDetail>;
  /** Sentences that speak against handing out what is known of it; empty where none do. */
  concerns(id: string): readonly string[];
  /** Resolves when `concerns` speaks of all that is known by now. */
  followed(): Promise<void>;
}

/** Each id once. Throws Failed INVALID for more than one order takes, and for none. */
export async function idsOf(selection: SheetSelection, reads: AccountReads): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  // Oldest first: what is created meanwhile comes behind, and moves nothing.
  const query = { ...selection.filter, sort: 'created', direction: 'ascending' } as const;
  const accounts = await wholeList(async (offset, limit) => {
    const page = await reads.list(listVirtualAccountsInput.parse({ ...query, offset, limit }));
    if (page.total > maxSheets) throw tooMany(page.total);
    return page;
  }, unsettled);
  if (accounts.length === 0) throw invalid('No virtual account matches the filter.');
  return accounts.map(({ id }) => id);
}

const unsettled = (): Failed =>
  invalid(
    'The list of accounts kept changing while it was read, so no sheet was made. Try again in a moment.',
  );

const tooMany = (total: number): Failed =>
  invalid(
    `${total.toLocaleString('en-US')} virtual accounts match the filter; the limit is ${maxSheets.toLocaleString('en-US')}. Narrow the filter.`,
    'too-many-accounts',
  );

export type CheckedAccount = { readonly content: SheetContent } | { readonly leftOut: LeftOut };

/** Rejects with the reason of the signal. An account that is not known any more is left out. */
export async function* checkRows(
  ids: readonly string[],
  reads: AccountReads,
  signal?: AbortSignal,
): AsyncGenerator<CheckedAccount, void, void> {
  const giveTurn = betweenSteps();
  for (const id of ids) {
    await giveTurn();
    signal?.throwIfAborted();
    yield await checkOneRow(id, reads);
  }
}

export async function checkOneRow(id: string, reads: AccountReads): Promise<CheckedAccount> {
  try {
    const account = await reads.get(id);
    // After it is read: it may tell already what came while the order is written.
    await reads.followed();
    const { content, reasons } = checkAccount(account, reads.concerns(id));
    const { customerName } = account;
    return reasons === undefined
      ? { content }
      : { leftOut: { accountId: id, customerName, reasons } };
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { leftOut: { accountId: id, customerName: null, reasons: [error.message] } };
  }
}
