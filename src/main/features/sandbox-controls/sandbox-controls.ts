/** What a person does at the built-in sandbox beside its API, and how Causeway learns of it. */
import { z } from 'zod';
import type {
  SandboxBankAccount,
  SandboxCustomer,
  SandboxFaultInput,
  SandboxPayout,
  SandboxSamples,
  SandboxState,
  SandboxVirtualAccount,
} from '../../../bridge/sandbox-controls.ts';
import { type SandboxSwitch, sandboxListLimit } from '../../../bridge/sandbox-tables.ts';
import { type Json, json } from '../../../bridge/scalars.ts';
import { jsonObject } from '../../../contract/scalars.ts';
import {
  type Kyc,
  kycStates,
  type PayoutState,
  payoutStates,
  type Terms,
  termsStates,
} from '../../../contract/transitions.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';
import { type CallControl, inPath } from './control-plane.ts';

const count = z.int().min(0);
const stateShape = z.object({
  customers: count,
  virtualAccounts: count,
  bankAccounts: count,
  payouts: count,
  events: count,
  webhooks: z.array(z.unknown()),
  faults: z.array(z.record(z.string(), json)),
  settings: z.record(z.string(), json),
});

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });
const customerState = { kyc: z.enum(kycStates), terms: z.enum(termsStates) };
const movedCustomer = z.object(customerState);
const customerItem = z.object({ id: z.string(), ...customerState });
const payoutShape = z.object({
  id: z.string(),
  status: z.enum(payoutStates),
  customer: z.string(),
  virtualAccount: z.string(),
  source: z.object({ currency: z.string(), amount: z.string() }),
  destination: z.object({ network: z.string() }),
  created: z.string(),
});
const bankAccountShape = z.object({
  id: z.string(),
  customer: z.string(),
  bankName: z.string(),
  accountHolderName: z.string(),
  accountDetails: z.object({ accountNumber: z.string() }),
  status: z.string(),
});
const virtualAccountItem = z.object({
  customer_id: z.string(),
  record: z.object({
    id: z.string(),
    depositInstructions: z.object({ currency: z.string() }),
    destination: z.object({ currency: z.string() }),
  }),
});
const eventItem = z.object({ sequence: z.int(), id: z.string() });
const deliveryItem = z.object({ webhook_id: z.string() });

export interface Deposit {
  readonly virtualAccountId: string;
  readonly amount: string;
  readonly until: PayoutState;
  /** ISO 8601 UTC with milliseconds, in the past. Default: now. */
  readonly created?: string;
  /** What the payer wrote. */
  readonly reference?: string;
}

interface Moving<State> {
  readonly id: string;
  readonly to: State;
  readonly force: boolean;
}

export interface SandboxControls {
  state(): Promise<SandboxState>;
  customers(id: string | null): Promise<SandboxCustomer[]>;
  bankAccounts(id: string | null): Promise<SandboxBankAccount[]>;
  virtualAccounts(): Promise<SandboxVirtualAccount[]>;
  payouts(of: {
    readonly virtualAccountId: string | null;
    readonly id: string | null;
  }): Promise<SandboxPayout[]>;
  moveKyc(move: Moving<Kyc> & { readonly message: string }): Promise<SandboxCustomer>;
  moveTerms(move: Moving<Terms>): Promise<SandboxCustomer>;
  openBankAccount(
    input: Pick<
      SandboxBankAccount,
      'customerId' | 'bankName' | 'accountHolderName' | 'accountNumber'
    >,
  ): Promise<{ id: string }>;
  changeBankAccount(
    input: Pick<SandboxBankAccount, 'id' | 'accountNumber' | 'status'>,
  ): Promise<{ id: string }>;
  removeBankAccount(id: string): Promise<{ id: string }>;
  payIn(deposit: Deposit): Promise<SandboxPayout>;
  movePayout(move: Moving<PayoutState>): Promise<SandboxPayout>;
  trigger(event: {
    readonly name: string;
    readonly resource: string;
    readonly count: number;
    /** As Deposit. */
    readonly created?: string;
    /** Not marked as test data. */
    readonly isReal?: true;
  }): Promise<{ eventIds: string[] }>;
  setFault(fault: SandboxFaultInput): Promise<SandboxState>;
  clearFaults(id: string | null): Promise<SandboxState>;
  changeSwitches(values: Readonly<Partial<Record<SandboxSwitch, Json>>>): Promise<SandboxState>;
  resetSwitches(): Promise<SandboxState>;
}

export interface SandboxControlsParts
  extends Pick<ProfileCore, 'audit' | 'records' | 'notify' | 'log'> {
  readonly call: CallControl;
  readonly samples: () => SandboxSamples;
  /** Asks the service for an event that no webhook of this profile gets; null where one gets all. */
  readonly lookUp: ((eventId: string) => Promise<unknown>) | null;
  /** IDs of webhooks whose deliveries come to this profile and can be verified. */
  readonly receiving: () => ReadonlySet<string>;
}

export function createSandboxControls(parts: SandboxControlsParts): SandboxControls {
  const { call, audit, records, notify, log } = parts;
  const most = `limit=${sandboxListLimit}`;
  /** As many as a list of the control plane gives. */
  const all = 'limit=1000';

  const newest = async (): Promise<number> =>
    (await call('GET', '/list/events?limit=1', listOf(eventItem))).items[0]?.sequence ?? 0;

  /** Events since then that no webhook of this profile gets are looked up: another program's tell nothing here. */
  const hear = async (
    since: number,
    lookUp: NonNullable<SandboxControlsParts['lookUp']>,
  ): Promise<void> => {
    const { items } = await call('GET', `/list/events?${most}`, listOf(eventItem));
    const receiving = parts.receiving();
    for (const { id, sequence } of items.toReversed()) {
      if (sequence <= since) continue;
      const path = `/list/deliveries?${all}&event=${inPath(id)}`;
      const deliveries = await call('GET', path, listOf(deliveryItem));
      const isReceived = deliveries.items.some((it) => receiving.has(it.webhook_id));
      if (!isReceived) await lookUp(id);
    }
  };

  const record = (action: string, facts: Readonly<Record<string, string | number>>): void => {
    audit.append({ action, facts });
    notify({ topic: 'audit', ids: [] });
    notify({ topic: 'sandbox', ids: [] });
  };

  const heard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { lookUp } = parts;
    if (lookUp === null) return await work();
    const since = await newest();
    const result = await work();
    // What was done is done, also where nobody could hear of it.
    await hear(since, lookUp).catch((error: unknown) =>
      log.warn({ err: error }, 'events of the sandbox could not be looked up'),
    );
    return result;
  };

  const nameOf = (id: string) => records.customerNames([id]).get(id) ?? null;

  const payoutView = (
    payout: z.infer<typeof payoutShape>,
    customerName = nameOf(payout.customer),
  ): SandboxPayout => ({
    id: payout.id,
    state: payout.status,
    customerId: payout.customer,
    customerName,
    virtualAccountId: payout.virtualAccount,
    ...payout.source,
    network: payout.destination.network,
    created: payout.created,
  });

  /** None where only events tell of it. */
  const payout = async (id: string) => {
    const shape = z.object({ payout: payoutShape });
    try {
      return [(await call('GET', `/payouts/${inPath(id)}`, shape)).payout];
    } catch (error) {
      if (error instanceof Failed && error.code === 'NOT_FOUND') return [];
      throw error;
    }
  };

  const state = async (): Promise<SandboxState> => {
    const { webhooks, faults, settings, ...counts } = await call('GET', '/state', stateShape);
    return {
      counts: { ...counts, webhooks: webhooks.length },
      switches: settings,
      faults: faults.map(faultView),
      samples: parts.samples(),
    };
  };
  const anything = z.unknown();

  return {
    state,
    async customers(id) {
      if (id !== null) {
        const found = await call('GET', `/customers/${inPath(id)}`, movedCustomer);
        return [{ id, name: nameOf(id), ...found }];
      }
      const { items } = await call('GET', `/list/customers?${most}`, listOf(customerItem));
      return items.map((item) => ({ ...item, name: nameOf(item.id) }));
    },
    async bankAccounts(id) {
      const item = z.object({ record: bankAccountShape });
      const limit = id === null ? most : all;
      const { items } = await call('GET', `/list/bank-accounts?${limit}`, listOf(item));
      return items
        .filter(({ record }) => id === null || record.id === id)
        .map(({ record: { customer, accountDetails, ...record } }) => ({
          ...record,
          customerId: customer,
          accountNumber: accountDetails.accountNumber,
        }));
    },
    async virtualAccounts() {
      const path = `/list/virtual-accounts?${most}`;
      const { items } = await call('GET', path, listOf(virtualAccountItem));
      const names = records.customerNames(items.map((item) => item.customer_id));
      return items.map(({ customer_id: customerId, record }) => ({
        id: record.id,
        customerId,
        customerName: names.get(customerId) ?? null,
        sourceCurrency: record.depositInstructions.currency,
        destinationCurrency: record.destination.currency,
      }));
    },
    async payouts({ virtualAccountId, id }) {
      if (id !== null) return (await payout(id)).map((it) => payoutView(it));
      const item = z.object({ record: payoutShape });
      const limit = virtualAccountId === null ? most : all;
      const { items } = await call('GET', `/list/payouts?${limit}`, listOf(item));
      const found = items
        .map(({ record }) => record)
        .filter((it) => virtualAccountId === null || it.virtualAccount === virtualAccountId)
        .slice(0, sandboxListLimit);
      const names = records.customerNames(found.map(({ customer }) => customer));
      return found.map((it) => payoutView(it, names.get(it.customer) ?? null));
    },
    async moveKyc({ id, to, force, message }) {
      const body = { to, force, ...(message === '' ? {} : { message }) };
      const path = `/customers/${inPath(id)}/kyc`;
      const moved = await heard(() => call('POST', path, movedCustomer, body));
      record('sandbox.kyc', { customerId: id, to });
      return { id, name: nameOf(id), ...moved };
    },
    async moveTerms({ id, to, force }) {
      const path = `/customers/${inPath(id)}/terms`;
      const moved = await heard(() => call('POST', path, movedCustomer, { to, force }));
      record('sandbox.terms', { customerId: id, to });
      return { id, name: nameOf(id), ...moved };
    },
    async openBankAccount({ customerId, ...input }) {
      const shape = z.object({ bankAccount: z.object({ id: z.string() }) });
      const path = `/customers/${inPath(customerId)}/bank-accounts`;
      const { bankAccount } = await heard(() => call('POST', path, shape, input));
      record('sandbox.bank-account-opened', { customerId, bankAccountId: bankAccount.id });
      return bankAccount;
    },
    async changeBankAccount({ id, ...input }) {
      await call('PATCH', `/bank-accounts/${inPath(id)}`, anything, input);
      record('sandbox.bank-account-changed', { bankAccountId: id });
      return { id };
    },
    async removeBankAccount(id) {
      await call('DELETE', `/bank-accounts/${inPath(id)}`, anything);
      record('sandbox.bank-account-removed', { bankAccountId: id });
      return { id };
    },
    async payIn({ virtualAccountId, ...deposit }) {
      const shape = z.object({ payout: payoutShape });
      const path = `/virtual-accounts/${inPath(virtualAccountId)}/deposits`;
      const { payout } = await heard(() => call('POST', path, shape, deposit));
      record('sandbox.deposit', { virtualAccountId, payoutId: payout.id });
      return payoutView(payout);
    },
    async movePayout({ id, to, force }) {
      const shape = z.object({ payout: payoutShape });
      const path = `/payouts/${inPath(id)}/move`;
      const { payout } = await heard(() => call('POST', path, shape, { to, force }));
      record('sandbox.payout', { payoutId: id, to });
      return payoutView(payout);
    },
    async trigger({ name, resource, count: times, created, isReal }) {
      const shape = z.object({ eventIds: z.array(z.string()) });
      const body = {
        name,
        count: times,
        mock: isReal !== true,
        ...(created === undefined ? {} : { created }),
        ...resourceOf(resource),
      };
      const { eventIds } = await heard(() => call('POST', '/events', shape, body));
      record('sandbox.event', { name, count: times });
      return { eventIds };
    },
    async setFault({ kind, operation, count: times, options }) {
      const body = { ...options, kind, count: times, ...(operation === null ? {} : { operation }) };
      await call('POST', '/faults', anything, body);
      record('sandbox.fault-set', { kind });
      return await state();
    },
    async clearFaults(id) {
      await call('DELETE', id === null ? '/faults' : `/faults/${inPath(id)}`, anything);
      record('sandbox.faults-cleared', id === null ? {} : { faultId: id });
      return await state();
    },
    async changeSwitches(values) {
      await call('PATCH', '/settings', anything, values);
      record('sandbox.switches', { names: Object.keys(values).join(', ') });
      return await state();
    },
    async resetSwitches() {
      await call('DELETE', '/settings', anything);
      record('sandbox.switches-reset', {});
      return await state();
    },
  };
}

function faultView({ id, kind, operation, count: left, ...options }: Record<string, Json>) {
  return {
    id: String(id),
    kind: String(kind),
    operation: typeof operation === 'string' ? operation : null,
    count: typeof left === 'number' ? left : null,
    options,
  };
}

/** Throws Failed INVALID for what is not a JSON object. */
function resourceOf(text: string): { resource?: Record<string, unknown> } {
  if (text.trim() === '') return {};
  try {
    return { resource: readJson(jsonObject, text) };
  } catch (cause) {
    const sentence = 'The resource is not a JSON object. Nothing was sent.';
    throw new Failed('INVALID', { sentence, cause: 'json' }, { cause });
  }
}
