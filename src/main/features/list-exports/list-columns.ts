/** What a list's file holds: the row of the screen, with what people wrote beside it. */
import type { AddressRow } from '../../../bridge/address-book.ts';
import type { BankAccountRow } from '../../../bridge/bank-accounts.ts';
import type { CustomerRow } from '../../../bridge/customers.ts';
import type { VirtualAccountRow } from '../../../bridge/virtual-accounts.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import type { RowAnnotations } from '../../core/annotations/annotations.ts';
import type { Cell } from '../../core/exports/csv-lines.ts';

export type ListColumns<Row> = readonly (readonly [
  header: string,
  cell: (row: Row, annotated: RowAnnotations) => Cell,
])[];

const written = [
  ['labels', (_row: unknown, { labels }: RowAnnotations) => labels.join('; ')],
  ['your reference', (_row: unknown, { reference }: RowAnnotations) => reference],
] as const;

export const customerList: ListColumns<CustomerRow> = [
  ['customer ID', ({ id }) => id],
  ['type', ({ type }) => type],
  ['name', ({ name }) => name],
  ['name is your display name', ({ isOwnName }) => isOwnName],
  ['email', ({ email }) => email],
  ['name and email unconfirmed', ({ isUnconfirmed }) => isUnconfirmed],
  [
    'verification',
    ({ profiles }) => profiles.map(({ name, status }) => `${name}: ${status}`).join('; '),
  ],
  ['criteria still needed', ({ requiredCriteria }) => requiredCriteria],
  ['virtual accounts', ({ virtualAccounts }) => virtualAccounts],
  ...written,
  ['record unconfirmed', ({ isByHand }) => isByHand],
  ['first recorded at', ({ firstLearnedAt }) => firstLearnedAt],
  ['last updated at', ({ lastLearnedAt }) => lastLearnedAt],
];

export const virtualAccountList: ListColumns<VirtualAccountRow> = [
  ['virtual account ID', ({ id }) => id],
  ['customer ID', ({ customerId }) => customerId],
  ['customer name', ({ customerName }) => customerName],
  ['source currency', ({ sourceCurrency }) => sourceCurrency],
  ['destination currency', ({ destinationCurrency }) => destinationCurrency],
  ['network', ({ network }) => network],
  ['wallet address', ({ walletAddress }) => walletAddress],
  ['total fee bps', ({ totalBpsRate }) => totalBpsRate],
  ['active', ({ active }) => active],
  ['mismatch with request', ({ hasMismatch }) => hasMismatch],
  ...written,
  ['record unconfirmed', ({ isByHand }) => isByHand],
  ['created', ({ created }) => created],
  ['last updated at', ({ lastLearnedAt }) => lastLearnedAt],
];

export const bankAccountList: ListColumns<BankAccountRow> = [
  ['bank account ID', ({ id }) => id],
  ['customer ID', ({ customerId }) => customerId],
  ['customer name', ({ customerName }) => customerName],
  ['bank name', ({ bankName }) => bankName],
  ['account holder name', ({ accountHolderName }) => accountHolderName],
  ['currency', ({ currency }) => currency],
  ['account number', ({ accountNumber }) => accountNumber],
  ['status', ({ status }) => status],
  ['record unconfirmed', ({ isByHand }) => isByHand],
  ...written,
  ['last looked up at', ({ lastCheckedAt }) => lastCheckedAt],
  ['missing since', ({ missingSince }) => missingSince],
  ['last updated at', ({ lastLearnedAt }) => lastLearnedAt],
];

/** What people write of an address is its label alone. */
export const addressList: ListColumns<AddressRow> = [
  ['wallet address', ({ address }) => address],
  ['label', ({ label }) => label],
  ['networks', ({ networks }) => networks.join(' ')],
  ['uses', ({ uses }) => uses],
  ['customers', ({ customers }) => customers],
  ['first use', ({ firstUse }) => firstUse],
  ['last use', ({ lastUse }) => lastUse],
];

export const webhookList: ListColumns<WebhookRow> = [
  ['webhook ID', ({ id }) => id],
  ['name', ({ name }) => name],
  ['description', ({ description }) => description],
  ['URL', ({ url }) => url],
  ['events', ({ events }) => events.join(' ')],
  ['active', ({ active }) => active],
  ['status', ({ status }) => status],
  ['delivery rate', ({ deliveryRate }) => deliveryRate],
  ['secret stored', ({ secret }) => secret === 'held'],
  ['record unconfirmed', ({ isByHand }) => isByHand],
  ...written,
  ['created', ({ created }) => created],
  ['last updated at', ({ lastLearnedAt }) => lastLearnedAt],
];
