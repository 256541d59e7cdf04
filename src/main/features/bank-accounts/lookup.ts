/** Asks the service for one bank account (Interface 4.3), and keeps what came of it. */
import type { BankAccountCheck } from '../../../bridge/bank-accounts.ts';
import type { FieldChange } from '../../../bridge/timeline.ts';
import { givenIds } from '../../../contract/ids.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { invalid } from '../../core/intents/failed.ts';
import { fieldChanges, readableChanges } from '../../core/records/field-changes.ts';
import type { Records } from '../../core/records/types.ts';
import type { ReadFailed } from '../../core/service/outcomes.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import type { Checks, Pair } from './checks.ts';
import { otherCustomer } from './mismatches.ts';

export interface LookupParts {
  /** The profile's database. */
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  readonly records: Pick<Records, 'observe' | 'get' | 'columns'>;
  readonly checks: Checks;
  readonly audit: Pick<Audit, 'append'>;
  readonly client: Pick<ServiceClient, 'getBankAccount'>;
  readonly clock: Clock;
  /** The profile was closed meanwhile: what comes now can't be kept. */
  readonly isClosed: () => boolean;
}

/** What asking came to. */
export type Asked =
  | { readonly kind: 'found'; readonly wasKnown: boolean; readonly fields: FieldChange[] }
  | { readonly kind: 'failed'; readonly outcome: ReadFailed; readonly check: BankAccountCheck };

/** The customer under whom a known bank account is asked for; null where none is known. */
export function askedUnder(
  id: string,
  { records, checks }: Pick<LookupParts, 'records' | 'checks'>,
): string | null {
  const { foundUnder } = checks.of(id, null);
  if (foundUnder !== null) return foundUnder;
  const named = records.columns('bankAccount', id)?.customerId ?? null;
  return givenIds.customer.safeParse(named).success ? named : null;
}

/**
 * Rejects with Failed INVALID for ids of another form, before anything is asked.
 * @param isOne false within a round, which has an entry of its own in the audit log
 */
export async function ask(pair: Pair, parts: LookupParts, isOne: boolean): Promise<Asked> {
  const ids = idsOf(pair);
  const outcome = await parts.client.getBankAccount(ids.customerId, ids.bankAccountId);
  if (parts.isClosed())
    throw invalid(
      'The profile was closed meanwhile, so the service’s response was not stored.',
      null,
      true,
    );
  const at = isoNow(parts.clock);
  const { sqlite, records, checks, audit } = parts;
  const id = pair.bankAccountId;
  return sqlite.transaction(() => {
    const before = records.get('bankAccount', id);
    const tell = (what: string, changed: number) => {
      if (!isOne) return;
      audit.append({
        action: 'bank-account.looked-up',
        facts: { ...ids, outcome: what, wasKnown: before !== null, changed },
      });
    };
    if (outcome.kind === 'failed') {
      const check = checkOf(outcome, at);
      // Under another customer it is not found either, and that says nothing of this one.
      if (before !== null && askedUnder(id, parts) === pair.customerId) checks.append(pair, check);
      tell(check.outcome, 0);
      return { kind: 'failed', outcome, check };
    }
    const { body } = outcome.resource;
    const other = otherCustomer(body, pair.customerId);
    const deviations = [...outcome.resource.deviations, ...(other === null ? [] : [other])];
    records.observe({
      kind: 'bankAccount',
      id,
      body,
      source: 'read',
      observedAt: at,
      deviations,
      raw: outcome.bytes,
    });
    checks.append(pair, { ...found, at, requestId: outcome.requestId, status: outcome.status });
    const after = records.get('bankAccount', id);
    const fields =
      before === null || after === null
        ? []
        : readableChanges(fieldChanges(before.body, after.body));
    tell('found', fields.length);
    return { kind: 'found', wasKnown: before !== null, fields };
  });
}

const found = { outcome: 'found' as const, sentence: null, messages: [] as string[], answer: null };

function checkOf(outcome: ReadFailed, at: string): BankAccountCheck {
  return {
    at,
    outcome: outcome.cause === 'not-found' ? 'not-found' : 'failed',
    sentence: outcome.sentence,
    messages: [...(outcome.error?.messages ?? [])],
    requestId: outcome.requestId,
    status: outcome.status,
    answer: outcome.answer,
  };
}

function idsOf(pair: Pair) {
  const customer = givenIds.customer.safeParse(pair.customerId);
  const account = givenIds.bankAccount.safeParse(pair.bankAccountId);
  if (customer.success && account.success) {
    return { customerId: customer.data, bankAccountId: account.data };
  }
  throw invalid(
    customer.success
      ? 'Enter a bank account ID: bankAccount_ followed by letters and digits. Nothing was sent.'
      : 'Enter a customer ID: customer_ followed by letters and digits. Nothing was sent.',
    'id',
  );
}
