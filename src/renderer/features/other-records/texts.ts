/** Texts of wallets, addresses and payment links. */
import type { OtherKind } from '../../../contract/other-kinds.ts';

export const kindTexts: Readonly<
  Record<OtherKind, { title: string; one: string; search: string; many: string; empty: string }>
> = {
  wallet: {
    title: 'Wallets',
    one: 'wallet',
    many: 'wallets',
    search: 'Search address, nickname, customer or ID',
    empty:
      'Each wallet that an event reports will be a row here: address, network, customer and state.',
  },
  address: {
    title: 'Addresses',
    one: 'address',
    many: 'addresses',
    search: 'Search any value, customer or ID',
    empty:
      'Each address that an event reports will be a row here. The API specification shows no field of an address, so Causeway shows what it receives.',
  },
  paymentLink: {
    title: 'Payment links',
    one: 'payment link',
    many: 'payment links',
    search: 'Search name, URL, description or ID',
    empty: 'Each payment link that an event reports will be a row here: name, URL and state.',
  },
};

export const otherRecordTexts = {
  title: 'Other records',
  kinds: 'Kinds of records',
  columns: { customer: 'Customer', state: 'State', id: 'ID', received: 'Last update' },
  filters: { state: 'State', network: 'Network' },
  failed: (many: string) => `The ${many} can’t be read`,
  empty: {
    title: (many: string) => `No ${many} yet`,
    noList: (many: string) =>
      `Causeway can’t fetch a list of ${many}; it builds one from events. Create a webhook to receive them.`,
    action: 'Go to webhooks',
  },
  testData: 'Test data',
  detail: {
    lifecycle: 'Lifecycle',
    lifecycleLead: 'Events that report this record, in the order they occurred.',
    record: 'Record',
    recordLead: 'Every field that the service sent, as it stands now.',
  },
  ofCustomer: {
    title: 'Other records',
    none: 'No wallets, addresses or payment links known to Causeway.',
    all: (count: string, many: string) => `All ${count} ${many}`,
    failed: 'Other records can’t be read',
  },
} as const;
