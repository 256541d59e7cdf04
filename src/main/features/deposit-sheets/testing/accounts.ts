/** For tests: virtual accounts as the money path gives them, and their sheets. */
import type { VirtualAccountDetail } from '../../../../bridge/virtual-accounts.ts';
import { readColumns } from '../../../../contract/fields.ts';
import { checkAccount } from '../content/sheet-content.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

const instructions = {
  currency: 'USD',
  bankName: 'Lead Bank',
  bankAccountNumber: '000123456789',
  bankRoutingNumber: '101019644',
  bankBeneficiaryName: 'Ada Byron',
  bankBeneficiaryAddress: '1801 Main St.\nKansas City, MO 64108',
};
const linesOf = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([field, value]) => ({ field, value }));

export const accountDetail = (
  changes: Partial<VirtualAccountDetail> = {},
): VirtualAccountDetail => ({
  ...readColumns('virtualAccount', { body: {}, entered: {} }),
  id: 'virtualAccount_8f3c0d1be2a94c55',
  customerId: 'customer_1',
  customerName: 'Ada Byron',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'ethereum',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  totalBpsRate: '65',
  active: true,
  created: '2026-11-20T10:00:00.000Z',
  hasMismatch: false,
  clearance: null,
  isRecordUnconfirmed: false,
  labels: [],
  reference: null,
  lastLearnedAt: '2026-11-21T20:30:00.000Z',
  depositInstructions: linesOf(instructions),
  mismatches: [],
  mismatchDigest: '',
  learned: [],
  asReceived: {},
  ...changes,
});

export const euroAccount = (given: Readonly<Record<string, string>> = {}): VirtualAccountDetail =>
  accountDetail({
    sourceCurrency: 'EUR',
    destinationCurrency: 'USDT',
    depositInstructions: linesOf({
      ...instructions,
      currency: 'EUR',
      bankName: 'Banking Circle S.A.',
      bankAccountNumber: 'DE89370400440532013000',
      bankRoutingNumber: 'SXPYDEHHXXX',
      ...given,
    }),
  });

export function contentOf(account: VirtualAccountDetail = accountDetail()): SheetContent {
  const { content, reasons } = checkAccount(account);
  if (content === undefined) throw new Error(reasons.join(' '));
  return content;
}

export const plainStyle: SheetStyle = {
  letterhead: { name: '', addressLines: [], logo: null },
  paper: 'a4',
  issuedAt: '2026-11-21T20:40:00.000Z',
  isTest: false,
  timeZone: 'UTC',
};
