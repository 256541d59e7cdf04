/** Texts of statements and period closes. */
import { counted } from '../../../bridge/words.ts';

export const reportTexts = {
  title: 'Reports',
  parts: { statements: 'Statements', closes: 'Period close', evidence: 'Evidence pack' },
  close: {
    lead: 'A close stores what is known of a period: its files stay the same, byte for byte, unless a customer’s personal data is erased. What arrives later is listed beside it.',
    open: 'Close period…',
    preview: 'Preview',
    exportPreview: 'Export preview',
    days: (from: string, to: string) => `${from} to ${to}`,
    failed: 'The period can’t be read',
    none: 'None',
    notFound: 'not found',
    rows: (count: number) => counted(count, 'row', 'rows'),
    more: (shown: string, total: string) =>
      `Showing the first ${shown} of ${total}. The exported preview and the report have all.`,
    title: (from: string, to: string) => (from === to ? `Close ${from}` : `Close ${from} to ${to}`),
    action: 'Close period',
    body: 'Causeway stores the report with your name and adds an entry to the audit log. A close can’t be changed or deleted. You can close the period again later, as a new version.',
    again: (closed: string, version: number) =>
      `This period is closed already (${closed}). Closing it again makes version ${version}.`,
    notEnded: 'The period has not ended. More may come.',
    early: 'The period has not ended. The report says that it was closed early.',
    note: 'Note',
    noteHelp: 'Optional. The report and the audit log keep it.',
  },
  closes: {
    title: 'Closed periods',
    failed: 'The closed periods can’t be read',
    none: 'No period closed yet.',
    days: (from: string, to: string) => `${from} to ${to}`,
    version: (version: number) => `Version ${version}`,
    early: 'Closed before the period ended',
    closed: 'Closed',
    by: (name: string) => `by ${name}`,
    note: 'Note',
    payouts: 'Payouts',
    showPayouts: 'Show as of the close',
    sha256: 'SHA-256 of the CSV',
    pdfSha256: 'SHA-256 of the PDF',
    erased: {
      name: 'Personal data',
      is: 'Erased since. These files are other ones than those exported before; the audit log keeps the SHA-256 of before.',
    },
    noPdf: 'Not stored. Its next export is stored; a PDF exported before may differ.',
    export: 'Export report',
    nothingLater: 'Nothing arrived later',
    later: (payouts: number, events: number, others: number) => {
      const ofPayouts = payouts === 1 ? '1 payout differs' : `${payouts} payouts differ`;
      const ofEvents = events === 1 ? '1 event' : `${events} events`;
      const ofOthers = others === 1 ? ', 1 other change' : `, ${others} other changes`;
      return `Arrived later: ${ofEvents}, ${ofPayouts}${others === 0 ? '' : ofOthers}`;
    },
    laterFailed: 'What arrived later can’t be read',
    arrived: 'Arrived later',
    compare: 'Compare with now',
    changes: {
      new: 'not known at the close',
      changed: 'changed since the close',
      gone: 'no longer created in the period',
    },
    before: (words: string) => `At the close: ${words}`,
    now: (words: string) => `Now: ${words}`,
    occurred: 'occurred',
    received: 'received',
    first: 'Showing the first 100 of each. The file has all.',
    exportLater: 'Export later arrivals',
  },
  period: {
    label: 'Period',
    kinds: { month: 'Month', day: 'Day', range: 'Range' },
    month: 'Month',
    day: 'Day',
    from: 'First day',
    to: 'Last day',
    form: 'YYYY-MM-DD',
    zone: (zone: string) => `Days of the time zone ${zone}.`,
    problems: {
      day: 'Enter a day as YYYY-MM-DD.',
      from: 'Enter the first day as YYYY-MM-DD.',
      to: 'Enter a last day as YYYY-MM-DD that is not before the first.',
    },
  },
  statement: {
    lead: 'All payouts that were created in a period, with exact totals. The PDF carries your letterhead.',
    of: 'Statement for',
    customer: 'Customer',
    customerHelp: 'Search by name, email or ID.',
    account: 'Virtual account',
    chooseAccount: 'Choose a virtual account',
    noAccounts: 'No virtual account of this customer is known.',
    moreAccounts: (count: string) =>
      `${count} more: open the account under Virtual accounts and select its statement there.`,
    accountLabel: (from: string, to: string, id: string) => `${from} → ${to} · ${id}`,
    make: 'Make statement',
    failed: 'The statement can’t be prepared',
    emptyTitle: 'Choose a customer or virtual account',
    emptyBody:
      'The payouts of the period and their totals are shown here before you make the file.',
    headings: ['State', 'Payouts', 'Amount in', 'Fee', 'Amount out'],
    contents: 'Contents of the statement',
    payout: 'payout',
    payouts: 'payouts',
    days: (from: string, to: string) => `Created ${from} to ${to}`,
    none: 'No payout was created in this period. The statement says so.',
    noneYet: 'No payout so far. The statement says so.',
    notEnded: (moment: string) =>
      `The period has not ended. The statement has the payouts until ${moment} and says so.`,
    columns: { state: 'State', payouts: 'Payouts', in: 'Amount in', fee: 'Fee', out: 'Amount out' },
    notPaid: 'The amount out of a payout that is not successful was not paid out.',
    withoutTime: (count: number) =>
      count === 1
        ? '1 payout has no known creation time and is in no period.'
        : `${count} payouts have no known creation time and are in no period.`,
    rows: 'Payouts in the statement',
    rowsFailed: 'The payouts can’t be read',
    created: 'Created',
    reference: 'Reference',
    more: (shown: string, total: string) =>
      `Showing the first ${shown} of ${total}. The statement has all.`,
    behind: 'Payouts are still being read. The statement waits until all are in.',
  },
} as const;
