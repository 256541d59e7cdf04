/**
 * Fills the built-in sandbox with sample data: through the API what the API has, each a request of its own
 * as a person would send it, and through the control plane what happens outside of it.
 */

import { neededConfirmations } from '../../../contract/addresses/confirmations.ts';
import { eventNames } from '../../../contract/event-names.ts';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import type { CreateWebhookInput } from '../../../contract/webhook.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { BankAccounts } from '../bank-accounts/bank-accounts.ts';
import type { Customers } from '../customers/customers.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import type { Webhooks } from '../webhooks/register/types.ts';
import type { TunnelManager } from '../webhooks/tunnels/tunnel-manager.ts';
import {
  type SampleAccount,
  type SampleCustomer,
  type SampleDeposit,
  sampleAccounts,
  sampleCustomers,
  sampleDeposits,
} from './sample-data.ts';
import type { SandboxControls } from './sandbox-controls.ts';

export interface FillParts {
  readonly controls: SandboxControls;
  readonly customers: Pick<Customers, 'create'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'create'>;
  readonly bankAccounts: Pick<BankAccounts, 'lookUp' | 'refresh'>;
  readonly webhooks: Pick<Webhooks, 'prepare' | 'create'>;
  readonly tunnelManager: Pick<TunnelManager, 'open' | 'close'>;
  /** Deliveries that the sandbox has still to make. */
  readonly pending: () => Promise<number>;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly random: Random;
  readonly clock: Clock;
}

export interface FillStep {
  /** What is being done, for the page. */
  readonly sentence: string;
  readonly run: () => Promise<void>;
}

/** The tunnel that comes with Causeway (tunnel-file.ts). */
const tunnelId = 'sandbox';

/** Shorter times without a tunnel are no gap (gaps.ts). */
const gapMs = 1_200;
/** How long deliveries are waited for, and how often they are looked at. */
const deliveringMs = 4_000;
const lookMs = 50;

/** Steps, to be run in this order. Each throws what it meets; those before it stay done. */
export function fillSteps(parts: FillParts): readonly FillStep[] {
  const { controls, clock, random } = parts;
  const newKey = () => randomHex(random, 16);
  /** By their place in the lists. */
  const customerIds = new Map<SampleCustomer, string>();
  const accountIds = new Map<SampleAccount, string>();
  const customerAt = (place: number) => idOf(customerIds, sampleCustomers[place]);
  const accountAt = (place: number) => idOf(accountIds, sampleAccounts[place]);
  let bankAccountId = '';

  const delivered = async (): Promise<void> => {
    for (let waited = 0; waited < deliveringMs; waited += lookMs) {
      if ((await parts.pending()) === 0) return;
      await parts.pause(lookMs);
    }
  };

  const addCustomer = async (sample: SampleCustomer): Promise<void> => {
    const { input, ownName, kyc, message, terms } = sample;
    const intentKey = newKey();
    const { id } = await parts.customers.create({ intentKey, input, ownName, confirmed: [] });
    customerIds.set(sample, id);
    for (const to of terms) await controls.moveTerms({ id, to, force: false });
    for (const to of kyc) {
      const words = to === kyc.at(-1) ? (message ?? '') : '';
      await controls.moveKyc({ id, to, force: false, message: words });
    }
  };

  const addAccount = async (sample: SampleAccount): Promise<void> => {
    const customerId = customerAt(sample.of);
    const input = createVirtualAccountInput.parse({ ...sample.input, customerId });
    const confirmations = neededConfirmations(input, []).map(({ key }) => key);
    const review = { reviewedAddress: input.walletAddress, confirmations };
    const intentKey = newKey();
    const made = await parts.virtualAccounts.create({ intentKey, input, confirmed: [], review });
    accountIds.set(sample, made.id);
  };

  const payIn = async ({ to, amount, ago, until }: SampleDeposit): Promise<void> => {
    const created = isoTime(clock.now() - ago * 60_000);
    await controls.payIn({ virtualAccountId: accountAt(to), amount, until, created });
  };

  return [
    {
      sentence: 'Opening the tunnel of the sandbox and creating a webhook.',
      async run() {
        const { state, sentence } = await parts.tunnelManager.open(tunnelId);
        if (state !== 'proven') throw new Failed('INVALID', { sentence, cause: 'tunnel' });
        const { addresses } = await parts.webhooks.prepare();
        const url = addresses.find((it) => it.tunnelId === tunnelId)?.url;
        if (url === undefined) throw new Failed('INVALID', { sentence, cause: 'tunnel' });
        const input: CreateWebhookInput = {
          ...{ name: 'Treasury desk', description: 'Sample data', url, events: [...eventNames] },
        };
        const intentKey = newKey();
        const create = (confirmed: readonly string[]) =>
          parts.webhooks.create({ intentKey, input, confirmed });
        await create([]).catch(async (error: unknown) => {
          if (!(error instanceof Failed) || error.code !== 'ASKS_FIRST') throw error;
          const { asks } = error.data;
          await create(Array.isArray(asks) ? asks.map(String) : []);
        });
      },
    },
    ...inGroups(sampleCustomers, 4).map((group) => ({
      sentence: 'Creating customers and verifying them.',
      run: () => each(group, addCustomer),
    })),
    ...inGroups(
      sampleAccounts.filter(({ hasMismatch }) => hasMismatch !== true),
      4,
    ).map((group) => ({
      sentence: 'Opening virtual accounts.',
      run: () => each(group, addAccount),
    })),
    {
      sentence: 'Opening a virtual account with a mismatch.',
      async run() {
        await controls.changeSwitches({ feeSpelling: 'integratorBpsfee' });
        try {
          const rest = sampleAccounts.filter(({ hasMismatch }) => hasMismatch === true);
          await each(rest, addAccount);
        } finally {
          await controls.changeSwitches({ feeSpelling: 'both' });
        }
      },
    },
    {
      sentence: 'Opening bank accounts, and changing one of them.',
      async run() {
        const named = [
          {
            bankName: 'First Harbour Bank',
            accountHolderName: 'Ada Byron',
            accountNumber: '000123456789',
          },
          {
            bankName: 'Lakeside Savings',
            accountHolderName: 'Grace Hopper',
            accountNumber: '000987654321',
          },
        ];
        for (const [index, bankAccount] of named.entries()) {
          const customerId = customerAt(index);
          const { id } = await controls.openBankAccount({ customerId, ...bankAccount });
          await parts.bankAccounts.lookUp({ customerId, bankAccountId: id }, null);
          bankAccountId = id;
        }
        await controls.changeBankAccount({
          ...{ id: bankAccountId, accountNumber: '000987650000', status: 'active' },
        });
        await parts.bankAccounts.refresh(bankAccountId, null);
      },
    },
    ...inGroups(sampleDeposits, 5).map((group) => ({
      sentence: 'Paying in deposits of the last weeks.',
      run: () => each(group, payIn),
    })),
    {
      sentence: 'Closing the tunnel for a moment, so that events are missed.',
      async run() {
        const virtualAccountId = accountAt(0);
        const { id } = await controls.payIn({
          virtualAccountId,
          amount: '9400.00',
          until: 'pending',
        });
        await delivered();
        const { switches } = await controls.state();
        await controls.changeSwitches({ retryDelaysMs: [0] });
        await parts.tunnelManager.close(tunnelId);
        try {
          await controls.movePayout({ id, to: 'funded', force: false });
          await controls.movePayout({ id, to: 'processing', force: false });
          await Promise.all([delivered(), parts.pause(gapMs)]);
        } finally {
          await controls.changeSwitches({ retryDelaysMs: switches['retryDelaysMs'] ?? [0] });
          await parts.tunnelManager.open(tunnelId);
        }
        await controls.movePayout({ id, to: 'successful', force: false });
      },
    },
    { sentence: 'Waiting for the last deliveries.', run: delivered },
  ];
}

const idOf = <Sample>(ids: ReadonlyMap<Sample, string>, sample: Sample | undefined): string =>
  (sample === undefined ? undefined : ids.get(sample)) ?? '';

const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>) => {
  await Promise.all(items.map(work));
};

/** Together, as many at a time as keep the progress moving. */
const inGroups = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
