/** What happens at a service in the story of the timeline: one customer, two payouts, odd events. */
import { z } from 'zod';
import type { HostedService } from './hosted-service.ts';
import { wallet } from './samples.ts';

const made = z.object({ id: z.string() });
const moved = z.object({ eventId: z.string() });
const paid = z.object({ payout: made });
const triggered = z.object({ event: made });
const state = z.object({ deliveries: z.object({ pending: z.number() }) });
const events = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Ids of what the story is about. */
export interface Story {
  readonly customer: string;
  /** Went as far as `pending`. */
  readonly open: string;
  /** Was successful, and went back to `processing` all the same. */
  readonly unusual: string;
  /** An event of a name that no interface has, with data of every shape. */
  readonly unknown: string;
  /** A payout event that holds no payout. */
  readonly odd: string;
}

/**
 * Identity check, terms, a bank account, two deposits with their payouts, and two odd events: all of
 * the customer that is there.
 */
export async function tellStory(service: HostedService): Promise<Story> {
  const { id: customer } = made.parse((await service.list('customers'))[0]);
  for (const to of ['pending', 'additionalReviewRequired']) await moveKyc(service, customer, to);
  for (const to of ['pending', 'successful']) {
    await service.control('POST', `/customers/${customer}/terms`, { to });
  }
  await service.control('POST', `/customers/${customer}/bank-accounts`, {});
  const { id: account } = made.parse(
    await service.call('POST', '/v2/virtual-account', {
      customerId: customer,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: wallet,
      integratorBpsFee: '40',
    }),
  );
  const deposit = async (amount: string, until: string): Promise<string> =>
    paid.parse(
      await service.control('POST', `/virtual-accounts/${account}/deposits`, { amount, until }),
    ).payout.id;
  const unusual = await deposit('12500.75', 'successful');
  await movePayout(service, unusual, 'processing', true);
  const open = await deposit('980.00', 'pending');
  const unknown = await trigger(service, 'ledger.rebalanced', {
    note: 'counted twice',
    // Reads as `paid exe.knab` where the mark of direction is not seen.
    memo: 'paid \u202Ebank.exe',
    entries: [1, null, { deep: [] }],
    amount: '0.000001',
  });
  const odd = await trigger(service, 'payout.failed', { payout: 'none at all' });
  return { customer, open, unusual, unknown, odd };
}

/** Gives the id of the event. */
export async function moveKyc(
  service: HostedService,
  customer: string,
  to: string,
): Promise<string> {
  return moved.parse(await service.control('POST', `/customers/${customer}/kyc`, { to })).eventId;
}

export async function movePayout(
  service: HostedService,
  payout: string,
  to: string,
  force = false,
): Promise<void> {
  await service.control('POST', `/payouts/${payout}/move`, { to, force });
}

/** An event with `data` as it stands, to all webhooks, whether they listen or not; gives its id. */
async function trigger(
  service: HostedService,
  name: string,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  const webhookIds = (await service.list('webhooks')).map((webhook) => webhook['id']);
  const wanted = { name, data, mock: false, webhookIds };
  return triggered.parse(await service.control('POST', '/events', wanted)).event.id;
}

/** Every event that the service made, newest first. */
export async function eventsOf(
  service: HostedService,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return events.parse(await service.control('GET', '/list/events?limit=1000')).items;
}

/** Deliveries that will still be tried. */
export async function pendingDeliveries(service: HostedService): Promise<number> {
  return state.parse(await service.control('GET', '/state')).deliveries.pending;
}
