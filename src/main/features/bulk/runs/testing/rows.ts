/** For tests: rows of new accounts, and what the service may answer to each. */
import type { BulkKind } from '../../../../../bridge/bulk.ts';
import type { JsonObject } from '../../../../../contract/scalars.ts';
import {
  type CreateVirtualAccountInput,
  createVirtualAccountInput,
} from '../../../../../contract/virtual-account.ts';
import { virtualAccountFingerprint } from '../../../../core/creates/fingerprints.ts';
import type { WriteOutcome } from '../../../../core/service/outcomes.ts';

export const wallet = (number: number) => `0x${'a'.repeat(30)}${String(number).padStart(10, '0')}`;
export const inputOf = (number: number): CreateVirtualAccountInput =>
  createVirtualAccountInput.parse({
    customerId: 'customer_1',
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    network: 'base',
    walletAddress: wallet(number),
    integratorBpsFee: '40',
  });

export const bodyOf = (
  id: string,
  input: CreateVirtualAccountInput,
  paidTo = input.walletAddress,
) => ({
  id,
  customerId: input.customerId,
  depositInstructions: { currency: input.sourceCurrency },
  destination: {
    currency: input.destinationCurrency,
    network: input.network,
    walletAddress: paidTo,
  },
  fees: {
    totalBpsRate: '50',
    integratorFee: { bpsRate: '40' },
    platformFee: { bpsRate: '10' },
  },
});

export const answered = (
  body: JsonObject & { readonly id: string },
  kind: BulkKind = 'virtualAccount',
): WriteOutcome => ({
  kind: 'answered',
  status: 201,
  resource: { kind, id: body.id, body, deviations: [] },
  body,
  bytes: new TextEncoder().encode(JSON.stringify(body)),
  requestId: null,
});
export const created = (
  input: CreateVirtualAccountInput,
  number: number,
  paidTo?: string,
): WriteOutcome => answered(bodyOf(`virtualAccount_${number}`, input, paidTo));
export const unknown: WriteOutcome = {
  kind: 'unknown',
  cause: 'server-error',
  sentence: 'No usable answer came.',
  status: 500,
  error: null,
  bytes: null,
  requestId: null,
};
const noError = {
  form: 'envelope',
  messages: [],
  code: null,
  requestId: null,
  statusInBody: 429,
} as const;
export const tooMany: WriteOutcome = {
  kind: 'refused',
  cause: 'rate-limited',
  sentence: 'Too many.',
  status: 429,
  error: noError,
  bytes: new Uint8Array(),
  requestId: null,
  retryAfterMs: 10,
};

export const notSent: WriteOutcome = {
  kind: 'not-sent',
  cause: 'refused',
  sentence: 'The connection was refused.',
};

export const row = (number: number, isSecond = false, place = number) => ({
  row: place + 1,
  input: inputOf(number),
  name: `Customer ${number}`,
  isSecond,
  reference: null,
  ownName: null,
  fingerprint: virtualAccountFingerprint(inputOf(number)),
});
export const orderOf = (rows: readonly ReturnType<typeof row>[]) => ({
  kind: 'virtualAccount' as const,
  fileName: 'list.csv',
  sha256: 'f'.repeat(64),
  columns: [],
  rows,
  leftOut: [],
  confirmations: [],
});
export const rowsTo = (count: number) =>
  Array.from({ length: count }, (_none, index) => row(index + 1));
