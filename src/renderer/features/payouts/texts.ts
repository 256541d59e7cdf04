/** Texts of the payouts screens. */
import type { PayoutFlagName } from '../../../bridge/payouts.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import type { PayoutOutcome } from '../../../contract/payout-outcomes.ts';

export const payoutTexts = {
  title: 'Payouts',
  /** Over the page of one whose amounts are not known. */
  one: 'Payout',
  listLabel: 'Payouts',
  search: 'Search ID, customer or address',
  failed: 'The payouts can’t be read',
  noun: { one: 'payout', many: 'payouts' },
  columns: {
    amountIn: 'Amount in',
    amountOut: 'Amount out',
    fee: 'Fee',
    customer: 'Customer',
    state: 'State',
    network: 'Network',
    flags: 'Flags',
    reference: 'Reference',
    created: 'Created',
    updated: 'Updated',
  },
  noAmount: 'No amount',
  noAmountHint: 'Causeway found no amount in this payout. It is in no total.',
  /** Beside an amount out of a payout that is not successful. */
  notPaid: { planned: 'planned', never: 'not paid out' },
  outIs: (words: string) => `Amount out ${words}`,
  unknownState: 'The API specification does not name this state.',
  waiting: (state: string, time: string) => `${state} for ${time}`,
  flags: {
    mock: 'Test data',
    mockHint: 'Every event of this payout has “mock” set to true. No money moved.',
    unusual: 'Unusual',
    unusualHint:
      'A transition is not part of the order that Causeway expects. It is still possible.',
    missing: (count: number) => `${counted(count, 'state', 'states')} not received`,
    missingHint: (states: string) =>
      `Causeway expects these states before, but no event reported them: ${states}.`,
    ambiguous: 'Ambiguous',
  },
  empty: {
    title: 'No payouts yet',
    body: 'Each payout will be a row here: amount in, amount out, customer, and how long it has been in its state. Causeway can’t fetch a list of payouts, so it builds them from payout events. Create a webhook to receive those events.',
    action: 'Go to webhooks',
  },
  progress: (done: string, total: string) =>
    `Reading payouts: ${done} of ${total} events. Payouts and totals are not complete yet.`,
  unassigned: (count: number) =>
    count === 1
      ? '1 payout event names no payout, so it is in no row.'
      : `${groupedCount(count)} payout events name no payout, so they are in no row.`,

  filters: {
    state: 'State',
    stateCount: (count: number) => counted(count, 'state', 'states'),
    noStates: 'No states known yet.',
    more: 'More',
    period: (by: 'created' | 'updated' | 'stateSince' | 'receivedAt') =>
      ({
        created: 'Created',
        updated: 'Updated',
        stateSince: 'In this state since',
        receivedAt: 'Deposit arrived',
      })[by],
    by: 'Time applies to',
    currencyIn: 'Currency in',
    currencyOut: 'Currency out',
    network: 'Network',
    account: 'Virtual account',
    deposit: 'Deposit',
    deposits: { arrived: 'Deposit arrived', none: 'No deposit reported' },
    flag: 'Flag',
    flags: {
      unusual: 'Unusual transition',
      missing: 'States not received',
      ambiguous: 'Ambiguous fields',
      mock: 'Test data',
    } satisfies Record<PayoutFlagName, string>,
    stuck: 'Waiting longer than',
    stuckHelp: 'Neither successful, failed, cancelled nor refunded.',
    stuckFor: (wait: string) => `Waiting over ${wait}`,
    without: 'Missing',
    withoutSide: { in: 'No amount in', out: 'No amount out', fee: 'No fee', time: 'No time' },
    chip: (label: string, value: string) => `${label}: ${value}`,
  },

  totals: {
    label: 'Totals',
    outcomes: {
      received: 'Received',
      paidOut: 'Paid out',
      fees: 'Fees',
      inFlight: 'In flight',
      failed: 'Failed, cancelled or refunded',
      unknown: 'Unknown state',
    } satisfies Record<PayoutOutcome, string>,
    hints: {
      received:
        'Amounts in of payouts whose deposit arrived: an event reported them as funded, processing, successful or refunded, even if they failed later.',
      paidOut: 'Amounts out of successful payouts.',
      fees: 'Fees of successful payouts.',
      inFlight: 'Amounts in of payouts that are created, pending, funded or processing.',
      failed: 'Amounts in of payouts that failed, were cancelled or were refunded.',
      unknown:
        'Amounts in of payouts in a state that the API specification does not name. They are in no other sum.',
    } satisfies Record<PayoutOutcome, string>,
    none: 'None',
    rows: (count: number) => counted(count, 'payout', 'payouts'),
    withoutAmount: (count: number) => `${groupedCount(count)} without an amount`,
    withoutCurrency: (count: number) => `${groupedCount(count)} without a currency`,
    inNoTotal: 'In no total.',
    mock: (count: number) => `with ${groupedCount(count)} of test data`,
    mockHint: 'In this total, although no money moved: every event of them has “mock” set to true.',
  },

  ofRecord: {
    statement: 'Statement…',
    none: 'None known to Causeway.',
    all: (count: string) => `Show all ${count}`,
    show: 'Show in payouts',
    failed: 'Payouts can’t be read',
  },
} as const;

export const payoutDetailTexts = {
  listName: 'payouts',
  noAmount: 'No amount',
  missing: {
    title: 'Some values were not found',
    body: (notions: string) =>
      `The API specification does not show the fields of a payout. Causeway looked under likely names and did not find: ${notions}.`,
    ambiguous: (notions: string) =>
      `Likely fields contradict each other, so Causeway uses none of them: ${notions}.`,
    excluded: 'Amounts that were not found are in no total.',
  },
  otherStatus: (status: string) =>
    `The record’s own status is “${status}”; the state shown is that of the newest event.`,
  facts: {
    title: 'Details',
    show: 'Show source fields',
    hide: 'Hide source fields',
    notFound: 'Not found',
    erased: 'Not kept: the customer’s personal data was erased',
    scaled: (read: string, decimals: number, pointer: string | null) =>
      pointer === null
        ? `${read}, in minor units with ${decimals} decimals, as you chose`
        : `${read}, in minor units with ${decimals} decimals, as ${pointer} says`,
    status: {
      found: (pointer: string) => `Read from ${pointer}`,
      chosen: (pointer: string) => `Read from ${pointer}, the field that you chose`,
      event: 'Read from its events; the record does not contain it',
      ambiguous: 'Several fields contradict each other:',
      unreadable: 'A field was found, but its value can’t be used:',
      missing: 'No likely field was found',
    },
    deposit: 'Deposit arrived',
    noDeposit: 'No event reports it',
    allOfCustomer: 'All payouts of this customer',
    allOfAccount: 'All payouts into this account',
  },
  lifecycle: {
    title: 'Lifecycle',
    lead: 'States in the order they occurred, as far as events report them.',
    unknown: 'The API specification does not name this state, so what may follow it is not known.',
    notReceived:
      'Since when is not known: the event gives no time, so this counts from when it was received.',
  },
  reconciled: {
    title: 'Reconciled with',
    failed: 'The lines of statements can’t be read',
    none: 'No line of a bank statement or chain export is confirmed for this payout.',
    line: (fileName: string, row: number) => `${fileName}, line ${row}`,
    kinds: { bank: 'Bank statement', chain: 'Chain export' },
    by: (name: string) => `confirmed by ${name}`,
  },
  events: {
    title: 'Events',
    lead: 'What Causeway received about this payout, newest first.',
  },
  notions: {
    status: 'Status',
    amountIn: 'Amount in',
    currencyIn: 'Currency in',
    amountOut: 'Amount out',
    currencyOut: 'Currency out',
    feeAmount: 'Fee',
    feeCurrency: 'Fee currency',
    network: 'Network',
    walletAddress: 'Wallet address',
    transaction: 'Transaction',
    customerId: 'Customer',
    virtualAccountId: 'Virtual account',
    reference: 'Reference',
    created: 'Created',
    updated: 'Updated',
  } satisfies Record<PayoutNotion, string>,
  choose: {
    open: 'Choose field…',
    /** Beside where a value was read. */
    other: 'Choose…',
    openFor: (notion: string) => `Choose field for ${notion.toLowerCase()}`,
    title: 'Choose the field of a value',
    lead: 'Choose where every payout of this profile has this value. Causeway then reads it only there.',
    notion: 'Value',
    likely: 'likely',
    automatic: 'Automatic',
    automaticHelp: 'Causeway looks under likely names.',
    found: (count: string, of: string) => `in ${count} of ${of} payouts`,
    samples: (values: string) => `for example ${values}`,
    none: 'No field of the payouts known to Causeway can be this value.',
    unit: {
      label: 'Unit',
      stated: 'Main unit, unless the payout says how many decimals',
      main: 'Main unit: 12.50 means 12.50',
      minor: 'Minor unit: 1250 with 2 decimals means 12.50',
      decimals: 'Decimals',
      example: (value: string, amount: string) => `${value} is read as ${amount}.`,
      fraction: (value: string) =>
        `${value} is not a whole number of minor units, so it can’t be read.`,
    },
    needed: 'Select a field.',
    action: 'Use this field',
    automaticAction: 'Use likely names',
  },
} as const;
