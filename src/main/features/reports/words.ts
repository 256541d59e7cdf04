/** Texts of statements and period closes; in English, as Causeway is. */
export const words = {
  statement: 'Statement',
  close: 'Period close',
  customer: 'Customer',
  customerId: 'Customer ID',
  virtualAccount: 'Virtual account',
  period: 'Period',
  /** Times and days of the file are of this zone. */
  timeZone: 'Time zone',
  knownAt: 'Data as of',
  firstDay: 'First day',
  lastDay: 'Last day',
  test: { label: 'For testing only', value: 'SANDBOX' },
  ended: { label: 'Period ended', yes: 'yes', no: 'no' },
  /** @param moment Up to which there is data. */
  notEnded: (moment: string) => `No. Payouts until ${moment}.`,
  closedAt: 'Closed',
  closedBy: 'Closed by',
  note: 'Note',
  version: 'Version',
  profile: 'Profile',
  csvDigest: 'SHA-256 of the CSV',
  noPerson: 'Not recorded',
  notFound: 'not found',
  noCurrency: 'without currency',
  /** Labels of amounts in what a close of form 1 has stored of each payout. */
  sides: { in: 'Paid in', out: 'Paid out', fee: 'Fee' },
  /** Labels of amounts of payouts in any state: nothing says that one was paid. */
  amounts: { in: 'Amount in', out: 'Amount out', fee: 'Fee' },
  outcomes: {
    title: 'Totals',
    lead: 'Received: amounts in of payouts whose deposit arrived, even if they failed later. Paid out and fees: successful payouts alone. The others: amounts in.',
    mock: 'Payouts of test data are in these totals, although no money moved.',
    what: 'What',
    received: 'Received',
    paidOut: 'Paid out',
    fees: 'Fees',
    inFlight: 'In flight',
    failed: 'Failed, cancelled or refunded',
    unknown: 'In a state that is not known',
  },
  sum: {
    title: 'Payouts by state',
    state: 'State',
    side: 'Amount',
    payouts: 'Payouts',
    total: 'Total',
    currency: 'Currency',
    withoutAmount: 'Without amount',
    withoutCurrency: 'Without currency',
    lead: 'The amount out of a payout that is not successful was not paid out.',
    count: (count: number) => (count === 1 ? '1 payout.' : `${count} payouts.`),
    created: (count: number) =>
      count === 1
        ? '1 payout was created in the period.'
        : `${count} payouts were created in the period.`,
    notSummed: 'Payouts without an amount or a currency are counted here and are in no total.',
    withoutTime: (count: number) =>
      count === 1
        ? '1 payout has no known creation time and is in no period.'
        : `${count} payouts have no known creation time and are in no period.`,
    unassigned: (count: number) =>
      count === 1
        ? '1 payout event names no payout and is in no row.'
        : `${count} payout events name no payout and are in no row.`,
  },
  payouts: {
    title: 'Payouts',
    lead: 'By creation time, oldest first.',
    created: 'Created',
    state: 'State',
    since: 'In this state since',
    id: 'Payout ID',
    reference: 'Reference',
    network: 'Network',
    walletAddress: 'Wallet address',
    transaction: 'Transaction',
    virtualAccountId: 'Virtual account ID',
    none: 'No payout was created in this period.',
    noneYet: (moment: string) =>
      `No payout was created until ${moment}. The period has not ended, so payouts may come.`,
    missing: 'Not found',
    gone: 'Erased',
    ambiguous: 'Ambiguous',
    withoutTime: 'Payouts without a creation time',
    unassigned: 'Payout events that name no payout',
  },
  fees: {
    title: 'Fees by customer and month',
    lead: 'Fees of successful payouts, by the month in which they were created.',
    month: 'Month',
  },
  none: 'None.',
  tooManyRows: (count: number, limit: number) =>
    `The period has ${count.toLocaleString('en-US')} payouts, and a PDF takes at most ${limit.toLocaleString('en-US')}. Choose CSV or a shorter period.`,
} as const;
