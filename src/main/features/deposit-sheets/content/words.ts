/** Texts of a deposit sheet, which the customer reads; in English, as Causeway is. */
import { isMemo, isReference } from '../../../core/creates/deposit-instructions.ts';
import type { SheetContent } from '../types.ts';

export const sheetWords = {
  title: 'Deposit instructions',
  test: 'SANDBOX: for testing only. Do not send money.',
  for: (name: string) => `For ${name}`,
  payIn: 'Pay in',
  payInLead: (currency: string) => `Send ${currency} by bank transfer to this account.`,
  becomes: 'Destination',
  becomesLead: (from: string, to: string) => `${from} that arrives is converted to ${to}.`,
  destinationCurrency: 'Currency',
  network: 'Network',
  walletAddress: 'Wallet address',
  reference: 'Payment reference',
  noReference: 'None provided.',
  memo: 'Memo',
  noMemo: 'None provided.',
  grouped: 'Spaces in numbers and in the wallet address are for reading only.',
  irrevocable:
    'Check that the wallet address is yours before you pay. Transfers to it can’t be reversed.',
  issued: (date: string) => `Issued ${date}`,
  knownAt: (moment: string) => `Data as of ${moment}`,
  account: (id: string) => `Virtual account ${id}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  continued: (title: string) => `${title} (continued)`,
} as const;

/** No instruction is anything like one. The API specification names none, and a service may give one. */
export const lacksReference = ({ instructions }: SheetContent): boolean =>
  !instructions.some(({ field }) => isReference(field));

/** On the networks where exchanges usually ask for one; the API specification has no field for it. */
export const lacksMemo = ({ network, instructions, otherDestination }: SheetContent): boolean =>
  network.toLowerCase() === 'stellar' &&
  ![...instructions, ...otherDestination].some(({ field }) => isMemo(field));
