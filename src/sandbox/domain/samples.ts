/** Sample resources for triggered events, in the shapes of Interface 2.7 or our own. */
import { isoTime } from '../../platform/clock.ts';
import type { Service } from '../service.ts';
import { feesOf } from './fees.ts';
import { sampleProfiles } from './verification.ts';

const WALLET_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

type Resource = Readonly<Record<string, unknown>>;

/** A made-up resource of the event's kind. An unknown kind gets an ID and times. `mock` is the event's. */
export function sampleResource(eventName: string, mock: boolean, service: Service): Resource {
  const { ids, clock } = service;
  const [kind, ...rest] = eventName.split('.');
  const now = isoTime(clock.now());
  const times = { created: now, updated: now };
  switch (kind) {
    case 'wallet':
      return walletSample(ids.next('wallet'), mock, now);
    case 'paymentLink':
      return paymentLinkSample(ids.next('paymentLink'), now);
    case 'customer':
      return {
        id: ids.next('customer'),
        type: 'individual',
        verificationProfiles: sampleProfiles(service, rest.join('.')),
      };
    case 'bankAccount':
      return {
        id: ids.next('bankAccount'),
        status: 'active',
        bankName: 'Causeway Sandbox Bank',
        accountHolderName: 'Ada Byron',
        accountName: 'Operating account',
        customer: ids.next('customer'),
        currency: 'usd',
        accountDetails: {
          accountNumber: '********6789',
          routingNumber: '*****0019',
          accountType: 'checking',
        },
      };
    case 'webhook':
      return {
        id: ids.next('webhook'),
        name: 'Sample',
        description: 'A sample webhook',
        active: true,
        deliveryRate: '1',
        status: 'healthy',
        events: ['webhook.create'],
        url: 'https://receiver.example/deliveries',
        ...times,
      };
    case 'payout':
      return payoutSample(service, rest[0] ?? 'create', now);
    case 'address':
      return {
        id: ids.next('address'),
        customer: ids.next('customer'),
        line1: '12 St James Square',
        line2: '',
        city: 'London',
        state: '',
        postalCode: 'SW1Y 4JH',
        country: 'GB',
        ...times,
      };
    default:
      return { id: `${kind ?? 'resource'}_${ids.next('event').slice('event_'.length)}`, ...times };
  }
}

/** Wallet as seen in an event payload (Interface 2.7). */
function walletSample(id: string, mock: boolean, now: string): Resource {
  return {
    id,
    mock,
    risk: null,
    owner: 'Ada Byron',
    signed: true,
    address: WALLET_ADDRESS,
    created: now,
    deleted: null,
    network: 'ethereum',
    primary: true,
    updated: now,
    customer: null,
    exported: null,
    feePayer: false,
    nickname: null,
    lookupKey: null,
  };
}

/** Payment link as seen in an event payload (Interface 2.7). */
function paymentLinkSample(id: string, now: string): Resource {
  return {
    id,
    end: null,
    url: `https://pay.example/${id}`,
    meta: {},
    name: 'Sample payment link',
    start: null,
    coupon: null,
    phases: [],
    created: now,
    failUrl: 'https://shop.example/failed',
    taxRate: null,
    updated: now,
    wallets: [],
    features: { requiresName: false, requiresEmail: true, requiresShippingDetails: false },
    lineItems: [
      {
        price: '10.00',
        created: now,
        product: 'Sample product',
        updated: now,
        quantity: 1,
        amountTotal: null,
        quantityLabel: 'piece',
        paymentCurrency: null,
        quantityMutable: false,
      },
    ],
    successUrl: 'https://shop.example/thanks',
    description: 'A sample payment link',
    disableSwaps: false,
    shippingRate: null,
    cctpSourceNetworks: null,
    discordConstraints: [],
  };
}

function payoutSample({ ids, settings }: Service, word: string, now: string): Resource {
  const { totalBpsRate } = feesOf('0', settings.current.platformBps);
  return {
    id: ids.next('payout'),
    status: word === 'create' ? 'created' : word,
    customer: ids.next('customer'),
    virtualAccount: ids.next('virtualAccount'),
    source: { currency: 'USD', amount: '100.00' },
    fee: { currency: 'USD', amount: '0.25', totalBpsRate },
    destination: {
      currency: 'USDC',
      amount: '99.75',
      network: 'ethereum',
      walletAddress: WALLET_ADDRESS,
    },
    created: now,
    updated: now,
  };
}
