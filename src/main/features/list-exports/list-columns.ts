/** What a list's file holds: the row of the screen, with what people wrote beside it. */
import type { AddressRow } from '../../../bridge/address-book.ts';
import type { BankAccountRow } from '../../../bridge/bank-accounts.ts';
import type { CustomerRow } from '../../../bridge/customers.ts';
import type { OtherRecordRow } from '../../../bridge/other-records.ts';
import type { PayoutRow } from '../../../bridge/payouts.ts';
import type { VirtualAccountRow } from '../../../bridge/virtual-accounts.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import {
  type CataloguedKind,
  csvHeading,
  idHeading,
  listedFields,
} from '../../../contract/fields.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import type { RowAnnotations } from '../../core/annotations/annotations.ts';
import { asAmount, type Cell } from '../../core/exports/csv-lines.ts';

export type ListColumns<Row> = readonly (readonly [
  header: string,
  cell: (row: Row, annotated: RowAnnotations) => Cell,
])[];

const written = [
  ['labels', (_row: unknown, { labels }: RowAnnotations) => labels.join('; ')],
  ['your reference', (_row: unknown, { reference }: RowAnnotations) => reference],
] as const;

const cellOf = (value: unknown): Cell => {
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/**
 * The id and the catalogue's columns in its order. `behind` says what rows tell besides, by the column
 * that it follows; a column that it names stands there instead.
 */
function listOf<Row extends { readonly id: string }>(
  kind: CataloguedKind,
  behind: Readonly<Record<string, readonly (ListColumns<Row>[number] | string)[]>>,
): ListColumns<Row> {
  const moved = new Set(Object.values(behind).flat());
  const columns = new Map(
    listedFields(kind).map((field) => {
      const { column } = field.list;
      return [column, [csvHeading(field), (row: Row) => cellOf(Reflect.get(row, column))]] as const;
    }),
  );
  const others = (column: string): ListColumns<Row> =>
    (behind[column] ?? []).flatMap((one) => {
      const found = typeof one === 'string' ? columns.get(one) : one;
      return found === undefined ? [] : [found];
    });
  return [
    [idHeading(kind), ({ id }) => id],
    ...others('id'),
    ...[...columns].flatMap(([name, column]) => (moved.has(name) ? [] : [column, ...others(name)])),
  ];
}

interface Listed {
  readonly id: string;
  readonly isRecordUnconfirmed: boolean;
  readonly lastLearnedAt: string;
}
const unconfirmed = [
  'record unconfirmed',
  ({ isRecordUnconfirmed }: Listed) => isRecordUnconfirmed,
] as const;
const updated = [
  'last updated at',
  ({ lastLearnedAt }: Pick<Listed, 'lastLearnedAt'>) => lastLearnedAt,
] as const;

export const customerList = listOf<CustomerRow>('customer', {
  type: [
    ['name', ({ name }) => name],
    ['name is your display name', ({ isOwnName }) => isOwnName],
  ],
  email: [
    ['name and email unconfirmed', ({ isUnconfirmed }) => isUnconfirmed],
    [
      'verification',
      ({ profiles }) => profiles.map(({ name, status }) => `${name}: ${status}`).join('; '),
    ],
    ['criteria still needed', ({ requiredCriteria }) => requiredCriteria],
    ['virtual accounts', ({ virtualAccounts }) => virtualAccounts],
    ...written,
    unconfirmed,
    ['first recorded at', ({ firstLearnedAt }) => firstLearnedAt],
    updated,
  ],
});

export const virtualAccountList = listOf<VirtualAccountRow>('virtualAccount', {
  customerId: [['customer name', ({ customerName }) => customerName]],
  active: [['mismatch with request', ({ hasMismatch }) => hasMismatch], ...written, unconfirmed],
  created: [updated],
});

export const bankAccountList = listOf<BankAccountRow>('bankAccount', {
  id: ['customerId', ['customer name', ({ customerName }) => customerName]],
  accountNumber: [
    'status',
    unconfirmed,
    ...written,
    ['last looked up at', ({ lastCheckedAt }) => lastCheckedAt],
    ['missing since', ({ missingSince }) => missingSince],
    updated,
  ],
});

const otherColumns: ListColumns<OtherRecordRow> = [
  ['customer name', ({ customerName }) => customerName],
  ['state', ({ state }) => state],
];
const otherBehind = { customerId: otherColumns, updated: [...written, updated] };

/** By kind: of what the interface shows of one, its columns alone. */
export const otherRecordLists: Readonly<Record<OtherKind, ListColumns<OtherRecordRow>>> = {
  wallet: listOf('wallet', otherBehind),
  address: listOf('address', otherBehind),
  paymentLink: listOf('paymentLink', otherBehind),
};

export const webhookList = listOf<WebhookRow>('webhook', {
  deliveryRate: [['secret stored', ({ secret }) => secret === 'held'], unconfirmed, ...written],
  created: [updated],
});

type ErasablePayout = PayoutRow & { readonly gone: readonly PayoutNotion[] };

/** An amount that was not found is empty, and named in `not found` or `ambiguous`; never zero. */
export const payoutList: ListColumns<ErasablePayout> = [
  ['payout ID', ({ id }) => id],
  ['amount in', (row) => asAmount(row.in.amount)],
  ['currency in', (row) => row.in.currency],
  ['amount out', (row) => asAmount(row.out.amount)],
  ['currency out', (row) => row.out.currency],
  ['fee', (row) => asAmount(row.fee.amount)],
  ['fee currency', (row) => row.fee.currency],
  ['customer ID', ({ customerId }) => customerId],
  ['customer name', ({ customerName }) => customerName],
  ['virtual account ID', ({ virtualAccountId }) => virtualAccountId],
  ['state', ({ state }) => state],
  ['in state since', ({ stateSince }) => stateSince],
  ['network', ({ network }) => network],
  ['wallet address', ({ walletAddress }) => walletAddress],
  ['transaction', ({ transaction }) => transaction],
  ['reference', ({ reference }) => reference],
  ['created', ({ created }) => created],
  ['updated', ({ updated: at }) => at],
  ['not found', (row) => row.notFound.filter((one) => !row.gone.includes(one)).join(' ')],
  ['ambiguous', ({ ambiguous }) => ambiguous.join(' ')],
  ['states not received', ({ missingStates }) => missingStates.join(' ')],
  ['unusual transitions', ({ unusualMoves }) => unusualMoves],
  ...written,
  updated,
  ['deposit arrived', ({ receivedAt }) => receivedAt],
  ['erased', ({ gone }) => gone.join(' ')],
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
