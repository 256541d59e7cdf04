/** Payouts and lines of a profile as they are matched. */
import type { ReconcileKind } from '../../../bridge/reconcile.ts';
import { depositFields } from '../../../contract/fields.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { inParts } from '../../../platform/slices.ts';
import { isReference } from '../../core/creates/deposit-instructions.ts';
import { leavesOf, textAt, valueAt } from '../../core/creates/values.ts';
import { instantOf } from '../../core/records/order.ts';
import type { Records } from '../../core/records/types.ts';
import type { PayoutFacts } from '../payouts/payout-facts.ts';
import { squeezed } from './matching/tokens.ts';
import type { MatchLine, MatchPayout, Span } from './matching/types.ts';
import type { StatementLine } from './reading/statement-line.ts';
import type { StoredReconciliation } from './reconciliations-table.ts';

export const DAY_MS = 86_400_000;
/** Payouts are looked for so long before the first line and after the last one. */
const BEFORE_MS = 92 * DAY_MS;
const AFTER_MS = 31 * DAY_MS;

export const sideOf = (kind: ReconcileKind): 'in' | 'out' => (kind === 'bank' ? 'in' : 'out');

/** Moments of whole days in UTC. */
export function periodOf({
  firstDay,
  lastDay,
}: Pick<StoredReconciliation, 'firstDay' | 'lastDay'>) {
  const from = Date.parse(firstDay ?? '1970-01-01');
  return { from, to: Date.parse(lastDay ?? '9999-01-01') + DAY_MS };
}

export function searchedOf(one: Pick<StoredReconciliation, 'firstDay' | 'lastDay'>) {
  const { from, to } = periodOf(one);
  return { from: from - BEFORE_MS, to: to + AFTER_MS };
}

/** Numbers and references of a deposit account, and the wallet that it pays to. */
export interface DepositAccount {
  readonly accounts: readonly string[];
  readonly wallet: string | null;
}

const numberKeys: readonly string[] = [
  ...depositFields.map(({ key }) => key).filter((key) => /accountnumber|iban/i.test(key)),
  'iban',
  'accountNumber',
];

export function accountsOf(
  records: Pick<Records, 'contents'>,
  ids: readonly string[],
): ReadonlyMap<string, DepositAccount> {
  const found = records.contents('virtualAccount', ids);
  return new Map(
    [...found].map(([id, { body }]) => {
      const wallet = textAt(body, 'destination.walletAddress');
      return [id, { accounts: namesOf(body), wallet }];
    }),
  );
}

/** However often an account says it, each once. */
function namesOf(body: JsonObject): string[] {
  const instructions = valueAt(body, 'depositInstructions');
  const names = (isJsonObject(instructions) ? leavesOf(instructions) : [])
    .filter(({ field }) => numberKeys.includes(field) || isReference(field))
    .map(({ value }) => [squeezed(value), value] as const);
  return [...new Map(names).values()];
}

const ACCOUNTS = 50;

/** Numbers and references of all deposit accounts that are known: one that several share as often. */
export function* allAccounts(
  records: Pick<Records, 'bodiesAfter'>,
): Generator<undefined, readonly string[]> {
  const all: string[] = [];
  for (let after = ''; ; ) {
    const some = records.bodiesAfter('virtualAccount', after, ACCOUNTS);
    const last = some.at(-1);
    if (last === undefined) return all;
    all.push(...some.flatMap(({ body }) => namesOf(body)));
    after = last.id;
    yield;
  }
}

/** Accounts that `known` lacks are read first, some at a time. */
export function* withAccounts(
  parts: readonly PayoutFacts[],
  kind: ReconcileKind,
  known: Map<string, DepositAccount>,
  read: (ids: readonly string[]) => ReadonlyMap<string, DepositAccount>,
): Generator<undefined, MatchPayout[]> {
  const wanted = [...new Set(parts.flatMap(({ virtualAccountId }) => virtualAccountId ?? []))];
  for (const ids of inParts(
    wanted.filter((id) => !known.has(id)),
    ACCOUNTS,
  )) {
    const found = read(ids);
    for (const id of ids) known.set(id, found.get(id) ?? { accounts: [], wallet: null });
    yield;
  }
  return parts.map((payout) => matchPayout(payout, kind, known.get(payout.virtualAccountId ?? '')));
}

function matchPayout(
  payout: PayoutFacts,
  kind: ReconcileKind,
  account: DepositAccount | undefined,
): MatchPayout {
  const { id, reference, transaction, walletAddress } = payout;
  const created = instantOf(payout.created);
  const updated = instantOf(payout.updated);
  const side = payout[sideOf(kind)];
  return {
    id,
    reference,
    transaction,
    ...side,
    // On the chain a payout may be at any time from its creation to its last change.
    at:
      created === null
        ? null
        : { from: created, to: kind === 'bank' ? created : Math.max(created, updated ?? created) },
    wallet: walletAddress ?? account?.wallet ?? null,
    account: payout.virtualAccountId,
    accounts: account?.accounts ?? [],
  };
}

const spanOf = (text: string): Span | null => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return text.length > 10 ? { from: at, to: at } : { from: at, to: at + DAY_MS - 1 };
};

/** From the earlier to the later of its days. */
export function lineSpan({
  booked,
  valued,
}: Pick<StatementLine, 'booked' | 'valued'>): Span | null {
  const spans = [booked, valued].flatMap((text) => (text === null ? [] : (spanOf(text) ?? [])));
  if (spans.length === 0) return null;
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  };
}

/** null for a line without an amount or currency. */
export function matchLineOf(line: StatementLine): MatchLine | null {
  const { amount, currency } = line;
  return amount === null || currency === null
    ? null
    : { ...line, amount, currency, at: lineSpan(line) };
}
