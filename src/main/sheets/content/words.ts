/** Words of a sheet and its text. A sheet is for the customer, and in English as the console is. */
import type { SheetContent } from '../types.ts';

export const sheetWords = {
  title: 'Deposit instructions',
  test: 'SANDBOX: for testing only. Nobody may pay by this sheet.',
  for: (name: string) => `For ${name}`,
  payIn: 'Pay in',
  payInLead: (currency: string) => `Send ${currency} by bank transfer to this account.`,
  becomes: 'What it becomes',
  becomesLead: (from: string, to: string) => `What arrives in ${from} is converted to ${to}.`,
  destinationCurrency: 'Currency',
  network: 'Network',
  walletAddress: 'Wallet address',
  reference: 'Payment reference',
  noReference: 'None is given for this account.',
  memo: 'Memo',
  noMemo: 'None is given for this wallet address.',
  grouped: 'Spaces inside numbers and the wallet address are there for reading only.',
  irrevocable:
    'Check that the wallet address is yours before you pay: once money is sent on, nothing can call it back.',
  issued: (date: string) => `Issued ${date}`,
  knownAt: (moment: string) => `As known at ${moment}`,
  account: (id: string) => `Virtual account ${id}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  continued: (title: string) => `${title} (continued)`,
} as const;

/** The networks on which exchanges usually ask for a memo; the interface carries none. */
export const asksForMemo = ({ network }: SheetContent): boolean =>
  network.toLowerCase() === 'stellar';

/** `21 November 2026`, in the order that cannot be taken for another one. */
export const dateInWords = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone,
  }).format(new Date(instant));

/** `21 November 2026, 20:32 UTC` */
export function momentInWords(instant: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(new Date(instant));
  return `${dateInWords(instant, timeZone)}, ${time}`;
}
