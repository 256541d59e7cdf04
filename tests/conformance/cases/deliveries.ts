/** Events as they happen, and the rules of their delivery (Interface 3, 5.2, 6). */
import { readEvent } from '../../../src/contract/event-forms.ts';
import {
  type EventName,
  listedEventNames,
  resourceKeyOf,
} from '../../../src/contract/event-names.ts';
import { verifySignature } from '../../../src/contract/signature.ts';
import { section } from '../case.ts';
import { demand, requireEqual } from '../checks.ts';
import { type Context, customerBody, type Subscription } from '../context.ts';
import { Skip } from '../outcome.ts';
import type { Inbox, Received } from '../receiver.ts';

const eventIn = ({ body }: Received) => {
  const read = readEvent(JSON.parse(new TextDecoder().decode(body)));
  demand(read !== null, 'A delivery holds no event in a form that we know');
  return read;
};

const idsIn = (received: readonly Received[]): string[] => received.map((one) => eventIn(one).id);

/** Waits for the delivery of each of these events. */
const arrival = ({ inbox }: { readonly inbox: Inbox }, ids: readonly string[]): Promise<void> =>
  inbox.until((received) => {
    const came = idsIn(received);
    return ids.every((id) => came.includes(id));
  }, `The delivery of ${ids.length} events`);

/** Does something and waits until these names were delivered, for this resource. */
async function happening(
  context: Context,
  names: readonly EventName[],
  resourceId: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const { inbox } = await context.subscription();
  await act();
  const isAbout = (one: Received, name: EventName): boolean => {
    const read = eventIn(one);
    const resource = Reflect.get(Object(read.event['data']), resourceKeyOf(name));
    return read.name === name && Reflect.get(Object(resource), 'id') === resourceId;
  };
  await inbox.until(
    (received) => names.every((name) => received.some((one) => isAbout(one, name))),
    `The delivery of ${names.join(', ')}`,
  );
}

async function triggered(context: Context, name: string) {
  const subscription = await context.subscription();
  const [id = ''] = await context.control().trigger({ name });
  await arrival(subscription, [id]);
  const delivery = subscription.inbox.received.find((one) => eventIn(one).id === id);
  demand(delivery !== undefined, 'The delivery is gone');
  return { ...subscription, id, delivery };
}

export const signatureCases = section('5', [
  [
    'A signature header: the hex-encoded HMAC-SHA256 of the JSON-serialised request body, keyed with the secret.',
    'every delivery is signed with the secret of its webhook',
    'control',
    async (context) => {
      const { webhook, inbox } = await triggered(context, 'wallet.create');
      for (const { body, signature } of inbox.received) {
        demand(/^[0-9a-f]{64}$/i.test(signature ?? ''), 'The signature is not 64 hex digits');
        const match = verifySignature(body, signature, webhook.secret);
        demand(match.startsWith('genuine'), `The signature is ${match}`);
      }
    },
  ],
  [
    'A receiver recomputes the value and rejects the request when it differs from the header.',
    'another webhook’s secret does not verify a delivery',
    'control',
    async (context) => {
      const other = (await context.narrowSubscription()).webhook;
      const { delivery } = await triggered(context, 'wallet.create');
      const match = verifySignature(delivery.body, delivery.signature, other.secret);
      demand(!match.startsWith('genuine'), 'It does');
    },
  ],
]);

const kyc = ['pending', 'additionalReviewRequired', 'rejected', 'successful'] as const;
const payoutWays: readonly (readonly [until: string, names: readonly EventName[]])[] = [
  [
    'successful',
    ['payout.create', 'payout.pending', 'payout.funded', 'payout.processing', 'payout.successful'],
  ],
  ['refunded', ['payout.failed', 'payout.refunded']],
  ['cancelled', ['payout.cancelled']],
];

export const stateCases = section('3', [
  ...kyc.map(
    (state) =>
      [
        'Customer KYC: pending, successful, rejected, additional review required.',
        `a customer whose KYC becomes ${state} is told as customer.kyc.${state}`,
        'control',
        async (context: Context) => {
          const { id } = await context.customer();
          await happening(context, [`customer.kyc.${state}`], id, () =>
            context.control().moveKyc(id, state),
          );
        },
      ] as const,
  ),
  ...(['pending', 'successful'] as const).map(
    (state) =>
      [
        'Customer terms of service: pending, successful.',
        `a customer whose terms become ${state} is told as customer.tos.${state}`,
        'control',
        async (context: Context) => {
          const { id } = await context.customer();
          await happening(context, [`customer.tos.${state}`], id, () =>
            context.control().moveTerms(id, state),
          );
        },
      ] as const,
  ),
  ...payoutWays.map(
    ([until, names]) =>
      [
        'Payout: created, pending, funded, processing, successful, failed, cancelled, refunded.',
        `a payout that ends ${until} is told at each step`,
        'control',
        async (context: Context) => {
          const { inbox } = await context.subscription();
          const { id } = await context.createVirtualAccount();
          const before = inbox.received.length;
          await context.control().deposit(id, until);
          await inbox.until(
            (received) => {
              const seen = received.slice(before).map((one) => eventIn(one).name);
              return names.every((name) => seen.includes(name));
            },
            `The delivery of ${names.join(', ')}`,
          );
        },
      ] as const,
  ),
]);

const real: readonly (readonly [EventName, (context: Context) => Promise<string>])[] = [
  [
    'customer.create',
    async ({ client }) => {
      const { json } = await client.call('POST', '/v2/customer', { body: customerBody });
      return String(Reflect.get(Object(json), 'id'));
    },
  ],
  [
    'bankAccount.create',
    async (context) => {
      const { id } = await context.customer();
      return (await context.control().createBankAccount(id)).id;
    },
  ],
  ['webhook.create', async (context) => (await context.narrowSubscription()).webhook.id],
];

export const eventNameCases = section('6', [
  ...listedEventNames.map(
    (name) =>
      [
        `${name}: one of the event names.`,
        `${name} reaches a webhook that listens to it, with its resource in data`,
        'control',
        async (context: Context) => {
          const { delivery } = await triggered(context, name);
          const { event, name: found } = eventIn(delivery);
          requireEqual(found, name, 'The name');
          requireEqual(
            Object.keys(Object(event['data'])),
            [resourceKeyOf(name)],
            'The keys of data',
          );
        },
      ] as const,
  ),
  ...real.map(
    ([name, act]) =>
      [
        `${name}: what it says has happened.`,
        `${name} is told when it really happens`,
        'control',
        async (context: Context) => {
          await context.subscription();
          const id = await act(context);
          await happening(context, [name], id, async () => undefined);
        },
      ] as const,
  ),
]);

/** Retries at once instead of minutes later, for the length of `act`. */
async function withQuickRetries(
  context: Context,
  act: (subscription: Subscription) => Promise<void>,
) {
  const control = context.control();
  const subscription = await context.subscription();
  const retryDelaysMs = await control.retryDelays();
  await control.changeSettings({ retryDelaysMs: [0, 20, 20, 20] });
  try {
    await act(subscription);
  } finally {
    await control.changeSettings({ retryDelaysMs });
  }
}

const countOf = ({ inbox }: Subscription, id: string): number =>
  idsIn(inbox.received).filter((one) => one === id).length;

export const deliveryCases = section('6', [
  [
    'A client registers a webhook with the list of event names it wants.',
    'a webhook gets no event that it does not list',
    'control',
    async (context) => {
      const narrow = await context.narrowSubscription();
      const control = context.control();
      const [other = ''] = await control.trigger({ name: 'payout.failed' });
      const [wanted = ''] = await control.trigger({ name: 'wallet.create' });
      await arrival(narrow, [wanted]);
      await arrival(await context.subscription(), [other, wanted]);
      requireEqual(countOf(narrow, other), 0, 'The deliveries of payout.failed');
    },
  ],
  [
    'Events are delivered at least once.',
    'a delivery that was answered with an error is made again',
    'control',
    async (context) =>
      await withQuickRetries(context, async (subscription) => {
        subscription.inbox.answerNext(500, 503);
        const [id = ''] = await context.control().trigger({ name: 'wallet.create' });
        await subscription.inbox.until(
          () => countOf(subscription, id) >= 3,
          'The third attempt of a delivery',
        );
      }),
  ],
  [
    'Events are delivered at least once, so a receiver must tolerate duplicates.',
    'a redelivery is the same event, byte for byte',
    'control',
    async (context) => {
      const { inbox, webhook, id, delivery } = await triggered(context, 'wallet.create');
      await context.control().redeliver(id);
      await inbox.until(() => countOf({ inbox, webhook }, id) >= 2, 'The redelivery');
      for (const one of inbox.received.filter((each) => eventIn(each).id === id)) {
        demand(Buffer.from(one.body).equals(delivery.body), 'The bodies differ');
      }
    },
  ],
  [
    'Delivery order is not guaranteed to match creation order.',
    'deliveries that come out of order all come',
    'control',
    async (context) => {
      const subscription = await context.subscription();
      const control = context.control();
      await control.addFault({ kind: 'reorder', count: 4, stepMs: 20 });
      await arrival(subscription, await control.trigger({ name: 'wallet.create', count: 4 }));
    },
  ],
  [
    'Deliveries come from dynamic IP addresses.',
    'deliveries come from more than one address',
    'control',
    async (context) => {
      const subscription = await context.subscription();
      await arrival(
        subscription,
        await context.control().trigger({ name: 'wallet.create', count: 12 }),
      );
      const senders = new Set(subscription.inbox.received.map((one) => one.senderAddress));
      // Elsewhere loopback has one address, and nothing more can be seen here.
      if (process.platform !== 'linux') throw new Skip('this system has one loopback address');
      demand(senders.size > 1, 'All come from the same address');
    },
  ],
  [
    'A stored event is read with 4.5. Its data holds the resource record.',
    'a delivered event is read by its id, with the same data',
    'control',
    async (context) => {
      const { id, delivery } = await triggered(context, 'wallet.create');
      const { event } = await context.readEvent(id);
      requireEqual(event['data'], eventIn(delivery).event['data'], 'The data');
    },
  ],
  [
    'Causeway’s own rule (decisions 37), not the specification’s: a delivery is a POST of JSON.',
    'a delivery is a POST of application/json',
    'control',
    async (context) => {
      const { delivery } = await triggered(context, 'wallet.create');
      requireEqual(delivery.method, 'POST', 'The method');
      demand(/^application\/json\b/.test(delivery.contentType ?? ''), 'It is no application/json');
    },
  ],
]);
