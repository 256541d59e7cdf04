/**
 * Fills the built-in sandbox with sample data: through the API what the API has, each a request of its own
 * as a person would send it, and through the control plane what happens outside of it.
 */
import { neededConfirmations } from '../../../contract/addresses/confirmations.ts';
import { eventNames } from '../../../contract/event-names.ts';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import type { CreateWebhookInput } from '../../../contract/webhook.ts';
import { isoTime } from '../../../platform/clock.ts';
import { randomHex } from '../../../platform/random.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { BankAccounts } from '../bank-accounts/bank-accounts.ts';
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
import {
  closeLastMonth,
  loseResponse,
  pauseBulkRun,
  signOffChanges,
  signWrongly,
  type TroubleParts,
  tellNoAmount,
} from './sample-troubles.ts';

export interface FillParts extends TroubleParts {
  readonly virtualAccounts: Pick<VirtualAccounts, 'create'>;
  readonly bankAccounts: Pick<BankAccounts, 'lookUp' | 'refresh'>;
  readonly webhooks: Pick<Webhooks, 'prepare' | 'create'>;
  readonly tunnelManager: Pick<TunnelManager, 'open' | 'close'>;
  /** Deliveries that the sandbox has still to make. */
  readonly pending: () => Promise<number>;
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

  const delivered = async (): Promise<void> => {
    for (let waited = 0; waited < deliveringMs; waited += lookMs) {
      if ((await parts.pending()) === 0) return;
      await parts.pause(lookMs);
    }
  };

  const addCustomer = async (sample: SampleCustomer): Promise<void> => {
    const { input, ownName, kyc, message, terms, isForced = false } = sample;
    const intentKey = newKey();
    const { id } = await parts.customers.create({ intentKey, input, ownName, confirmed: [] });
    customerIds.set(sample, id);
    for (const to of terms) await controls.moveTerms({ id, to, force: false });
    for (const to of kyc) {
      const isLast = to === kyc.at(-1);
      const words = isLast ? (message ?? '') : '';
      await controls.moveKyc({ id, to, force: isLast && isForced, message: words });
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

  const payIn = async ({ to, amount, ago, until, reference }: SampleDeposit): Promise<void> => {
    const created = isoTime(clock.now() - ago * 60_000);
    const virtualAccountId = accountAt(to);
    await controls.payIn({ virtualAccountId, amount, until, created, reference });
  };

  return [
    {
      sentence: 'Opening the tunnel of the sandbox and creating a webhook.',
      async run() {
        const { state, sentence } = await parts.tunnelManager.open(tunnelId);
        if (state !== 'proven') throw invalid(sentence, 'tunnel');
        const { addresses } = await parts.webhooks.prepare();
        const url = addresses.find((it) => it.tunnelId === tunnelId)?.url;
        if (url === undefined) throw invalid(sentence, 'tunnel');
        const input: CreateWebhookInput = {
          name: 'Treasury team',
          description: 'Sample data',
          url,
          events: [...eventNames],
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
        const { feeSpelling = 'both' } = (await controls.state()).switches;
        await controls.changeSwitches({ feeSpelling: 'integratorBpsfee' });
        try {
          const rest = sampleAccounts.filter(({ hasMismatch }) => hasMismatch === true);
          await each(rest, addAccount);
        } finally {
          await controls.changeSwitches({ feeSpelling });
        }
      },
    },
    {
      sentence: 'Opening bank accounts, changing them, and signing one change off.',
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
          const accountNumber = `${bankAccount.accountNumber.slice(0, -4)}0000`;
          await controls.changeBankAccount({ id, accountNumber, status: 'active' });
          await parts.bankAccounts.refresh(id, null);
          if (index === 0) await signOffChanges(parts, id);
        }
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
    {
      sentence: 'Losing a response, and delivering with a wrong signature.',
      async run() {
        await loseResponse(parts);
        await tellNoAmount(parts, { customer: customerAt(0), virtualAccount: accountAt(0) });
        await delivered();
        const { switches } = await controls.state();
        // A delivery stays signed as it was.
        await controls.changeSwitches({ retryDelaysMs: [0] });
        try {
          await signWrongly(parts);
          await delivered();
        } finally {
          await controls.changeSwitches({ retryDelaysMs: switches['retryDelaysMs'] ?? [0] });
        }
      },
    },
    { sentence: 'Starting a bulk run, which pauses.', run: () => pauseBulkRun(parts) },
    { sentence: 'Waiting for the last deliveries.', run: delivered },
    { sentence: 'Closing the last month.', run: () => closeLastMonth(parts) },
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
