/** Words of the bulk screens: choosing a file, its columns, what was found in it, and what is sent. */
import type { BulkConfirmation, BulkField, BulkKind } from '../../bridge/bulk.ts';
import { counted, groupedCount } from '../format/words.ts';

/** `1 virtual account`, `998 customers`. */
export const things = (kind: BulkKind, count: number): string =>
  kind === 'customer'
    ? counted(count, 'customer', 'customers')
    : counted(count, 'virtual account', 'virtual accounts');

/** `a`, `a and b`, `a, b and c`. */
const listed = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part !== '').join(' and ');

export const rowsIn = (count: number): string => counted(count, 'row', 'rows');

/** Fields by what is created, in the order of the template, as people name them. */
export const bulkFields: Record<BulkKind, Partial<Record<BulkField, string>>> = {
  virtualAccount: {
    customerId: 'Customer',
    sourceCurrency: 'Source currency',
    destinationCurrency: 'Destination currency',
    network: 'Network',
    walletAddress: 'Wallet address',
    integratorBpsFee: 'Integrator fee (bps)',
    reference: 'Own reference (kept here)',
  },
  customer: {
    type: 'Type',
    email: 'Email',
    phone: 'Phone',
    'personalInformation.firstName': 'First name',
    'personalInformation.lastName': 'Last name',
    'personalInformation.taxIdentificationNumber': 'Tax identification number',
    'personalInformation.taxIdentificationNumberType': 'Tax identification number type',
    'address.line1': 'Line 1',
    'address.line2': 'Line 2',
    'address.city': 'City',
    'address.state': 'State',
    'address.postalCode': 'Postal code',
    'address.country': 'Country',
    ownName: 'Your name for it (kept here)',
    reference: 'Own reference (kept here)',
  },
};

/** The field as people name it, whatever is created. */
export const fieldInWords = (field: BulkField): string =>
  bulkFields.virtualAccount[field] ?? bulkFields.customer[field] ?? field;

const confirmations: Record<BulkConfirmation['kind'], (count: number) => string> = {
  'look-alike': (count) =>
    count === 1
      ? '1 wallet address begins and ends as another one that is known here or stands in the file. I compared every character with its source.'
      : `${groupedCount(count)} wallet addresses begin and end as others that are known here or stand in the file. I compared every character with their source.`,
  'no-checksum': (count) =>
    count === 1
      ? '1 wallet address is in a form without a checksum. I compared it with its source: a wrong character would not be noticed.'
      : `${groupedCount(count)} wallet addresses are in a form without a checksum. I compared them with their source: a wrong character would not be noticed.`,
  'unchecked-network': (count) =>
    count === 1
      ? '1 row names a network that Causeway does not know, so nobody checked its address. I am sure of both.'
      : `${groupedCount(count)} rows name networks that Causeway does not know, so nobody checked their addresses. I am sure of both.`,
  'high-fee': (count) =>
    count === 1
      ? '1 row takes an integrator fee of more than 500 bps (5.00 %) of every deposit. That is meant.'
      : `${groupedCount(count)} rows take an integrator fee of more than 500 bps (5.00 %) of every deposit. That is meant.`,
  'no-fee': (count) =>
    count === 1
      ? '1 row names no integrator fee, so none is taken of its deposits. That is meant.'
      : `${groupedCount(count)} rows name no integrator fee, so none is taken of their deposits. That is meant.`,
  'unknown-customer': (count) =>
    count === 1
      ? '1 row names a customer of whom nothing is known here. I checked its id with its source.'
      : `${groupedCount(count)} rows name customers of whom nothing is known here. I checked their ids with their source.`,
  'hidden-rows': (count) =>
    count === 1
      ? '1 row that is hidden in the file is sent with the others. I looked at it.'
      : `${groupedCount(count)} rows that are hidden in the file are sent with the others. I looked at them.`,
  corrected: (count) =>
    count === 1
      ? '1 row was corrected here and differs from the file. I compared it with its source.'
      : `${groupedCount(count)} rows were corrected here and differ from the file. I compared them with their source.`,
  duplicates: (count) =>
    count === 1
      ? '1 duplicate is included and will be created a second time. That is meant.'
      : `${groupedCount(count)} duplicates are included and will be created a second time. That is meant.`,
  'same-file': (count) =>
    count === 1
      ? 'This very file was run before. 1 row of it is sent again. That is meant.'
      : `This very file was run before. ${groupedCount(count)} rows of it are sent again. That is meant.`,
};

export const bulkTexts = {
  title: 'Bulk runs',
  create: 'New bulk run',
  back: 'Back to bulk runs',
  failed: 'The bulk runs could not be read',
  kinds: { customer: 'Customers', virtualAccount: 'Virtual accounts' },

  list: {
    label: 'Bulk runs',
    columns: {
      file: 'File',
      kind: 'Creates',
      rows: 'Rows',
      state: 'State',
      open: 'To look at',
      started: 'Started',
    },
    empty: {
      title: 'No bulk runs yet',
      body: 'A bulk run creates many customers or virtual accounts from one CSV or Excel file. Every row is checked before anything is sent, and each run stays listed here with its result.',
      action: 'Start the first bulk run',
    },
    drafts: 'Files that wait for you',
    draft: (kind: string, rows: string) => `${kind} · ${rows} · nothing sent yet`,
    reading: 'being read',
    unreadable: 'could not be read',
    openDraft: 'Go on',
    discard: 'Discard',
    discardFile: (name: string) => `Discard ${name}`,
    openFile: (name: string) => `Go on with ${name}`,
    draftHint:
      'These files are held in memory only: they are gone when Causeway stops, and when another file is checked.',
  },

  start: {
    title: 'New bulk run',
    what: 'What the file creates',
    kinds: {
      virtualAccount: {
        label: 'Virtual accounts',
        help: 'One row an account: customer, currencies, network, wallet address, fee.',
      },
      customer: {
        label: 'Customers',
        help: 'One row a customer: type, email, phone, name, tax number, address.',
      },
    },
    template: 'Template',
    templateHelp: 'Optional. The headings as they are recognised, with an example row.',
    file: 'File',
    drop: 'Drop a CSV or Excel file here, or',
    dropNow: 'Let go to read this file',
    choose: 'Choose file…',
    chooseLabel: 'Choose a file',
    limits: (size: string, rows: string) => `CSV, TSV or XLSX, up to ${size} and ${rows} rows.`,
    stays: 'The file is read on this computer. Nothing is sent before you have seen every row.',
    sending: (name: string, size: string) => `Reading ${name} (${size})`,
    cancel: 'Stop reading',
    problems: {
      many: 'Drop one file at a time.',
      empty: (name: string) => `${name} is empty.`,
      large: (name: string, size: string, most: string) =>
        `${name} has ${size}; a file may have up to ${most}. Split it into several.`,
      ending: (name: string) =>
        `${name} is neither CSV nor XLSX. Save the table as one of these and choose it again.`,
    },
    failed: 'The file was not taken',
  },

  steps: {
    label: 'Steps',
    columns: '1 Columns',
    check: '2 Check',
    review: '3 Review',
  },

  draft: {
    discard: 'Discard file',
    discardTitle: 'Discard this file?',
    discardBody: 'What was mapped and included is forgotten. Nothing of the file was sent.',
    gone: 'This file is not held any more',
    goneBody:
      'It was started or discarded, another file was checked, or Causeway was restarted since. Nothing was sent that is not among the bulk runs.',
    goneAction: 'Choose the file again',
    reading: 'Reading the file…',
    checking: (done: string, total: string) => `Checking rows: ${done} of ${total}`,
    unreadable: 'The file could not be read',
    another: 'Choose another file',
    sameFile: 'This very file was run before',
    sameFileBody: (when: string) =>
      `A file with the same content was started ${when}. What was created then stands among the duplicates of the check; whatever you include of it is created a second time.`,
    sameFileLink: 'See that run',
    notes: 'Noticed on reading',
    hidden: {
      leftOut: (count: number) =>
        count === 1
          ? '1 row is hidden in this file, and is left out'
          : `${groupedCount(count)} rows are hidden in this file, and are left out`,
      leftOutBody:
        'They were hidden by hand or by a filter, so they are not seen when the file is opened. Look at them in the check before you send them too.',
      sent: (count: number) =>
        count === 1
          ? '1 row that is hidden in this file is sent too'
          : `${groupedCount(count)} rows that are hidden in this file are sent too`,
      sentBody:
        'They were hidden by hand or by a filter, so they are not seen when the file is opened. It is confirmed before the start.',
      send: 'Send hidden rows too',
      leaveOut: 'Leave hidden rows out',
      failed: 'The choice of the hidden rows was not taken',
    },
  },

  columns: {
    title: 'Which column holds what',
    lead: 'Proposed from the headings. Change what is not right; columns that are not used are left out.',
    leadOfData:
      'The columns have no names. Choose by their values what each one is read as; columns that are not used are left out.',
    sheet: 'Sheet',
    firstRow: {
      label: (row: string) => `Row ${row}, the first one, holds`,
      ways: { names: 'names of the columns', data: 'data, as the rows below it' },
      taken: (row: string) => `Row ${row} looks like data`,
      takenBody:
        'It holds an address, an id, an email address or the like, so it is taken for a row to send, and the columns have no names. Choose what each column is read as; if the row names the columns, say so below.',
      notSent: (row: string) => `Row ${row} looks like data, and is not sent`,
      notSentBody:
        'It holds an address, an id, an email address or the like, but is taken for the names of the columns. If it is to be sent, say so under Columns.',
    },
    column: 'Column in the file',
    samples: 'First values',
    readAs: 'Is read as',
    readAsOf: (column: string) => `“${column}” is read as`,
    hidden: 'hidden in the file',
    hiddenNotUsed: (columns: string) =>
      `Hidden in the file, and not used unless you choose what they are read as: ${columns}.`,
    noHeading: (place: number) => `Column ${place} (no heading)`,
    notUsed: '— not used —',
    taken: (field: string, column: string) => `${field} (now “${column}”)`,
    noValues: 'no values',
    missing: 'Needed columns are missing',
    missingBody: (fields: string) =>
      `No column is read as ${fields}. Choose one for each below, or add it to the file.`,
    missingHere: (fields: string) => `No column is read as ${fields}, so no row can be sent.`,
    resembling: (count: number) =>
      count === 1
        ? '1 column looks like a field and is not used'
        : `${groupedCount(count)} columns look like fields and are not used`,
    resemblingBody: (pairs: readonly (readonly [column: string, field: string])[]) =>
      `${listed(pairs.map(([column, field]) => `“${column}” looks like ${field}`))}. What stands there is neither sent nor kept, unless you choose what it is read as.`,
    unused: (columns: string) => `Not used: ${columns}.`,
    preview: 'First rows as they will be read',
    row: 'Row',
    empty: 'empty',
    next: 'Go to the check',
    saveFailed: 'The change of the columns was not taken',
  },

  check: {
    parts: 'Rows by what was found',
    standings: {
      bad: 'Cannot be sent',
      duplicate: 'Duplicates',
      hidden: 'Hidden',
      warned: 'To look at',
      'to-send': 'Will be sent',
    },
    leads: {
      bad: 'These rows are left out as they stand. Correct a row here, or correct the file and run it again: what was created by then is found as a duplicate.',
      duplicate:
        'These rows equal another row, a known record or an open request. They are left out unless you include them.',
      hidden:
        'These rows are hidden in the file, by hand or by a filter. They are left out unless you send them too.',
      warned: 'These rows will be sent. Look at what is said of them first.',
      'to-send': 'Every row that a start sends, with the whole address.',
    },
    none: {
      bad: 'No row has a problem.',
      duplicate: 'No row is a duplicate.',
      hidden: 'No hidden row is left out.',
      warned: 'Nothing unusual was found.',
      'to-send': 'No row of this file can be sent as it stands.',
    },
    problems: 'Download problems',
    correct: {
      open: 'Correct…',
      openRow: (row: string) => `Correct row ${row}`,
      openAgain: 'Correct again…',
      corrected: (fields: readonly string[]) => `Corrected here: ${listed(fields)}`,
      title: (row: string) => `Correct row ${row}`,
      lead: 'Change what is wrong and check the row again. The file itself is not changed, and nothing is sent yet.',
      hidden: 'Not shown. What you enter takes its place.',
      stillBad: 'This row still cannot be sent',
      asInFile: 'Use the file’s values',
      action: 'Check row again',
      failed: 'The row was not corrected',
    },
    row: 'Row',
    problem: 'Column and reason',
    content: 'Content',
    found: 'Remarks',
    wholeRow: 'Whole row',
    kinds: 'What was found, by kind',
    allRows: 'All of these, in the order of the file',
    seeRecord: 'See it',
    seeIntent: 'See the request',
    include: (row: string) => `Include row ${row}`,
    includeShort: 'Include',
    includeAll: 'Include all duplicates',
    leaveOut: 'Leave all duplicates out',
    includeFailed: 'The choice was not taken',
    includeTitle: 'Include every duplicate?',
    includeBody: (count: string) =>
      `${count} will be created although the same is known already, or stands twice in the file.`,
    next: (count: string) => `Review ${count}`,
    nothing: 'There is nothing to send in this file as it stands.',
  },

  review: {
    will: (what: string) => `${what} will be created`,
    at: (profile: string) => `at ${profile}`,
    production: 'PRODUCTION',
    productionHint: 'Real accounts for real money.',
    sandbox: 'SANDBOX',
    sandboxHint: 'Nothing here is real.',
    leftOut: (bad: number, duplicates: number, hidden: number): string => {
      const parts = [
        bad === 0 ? null : `${rowsIn(bad)} that cannot be sent`,
        hidden === 0 ? null : counted(hidden, 'hidden row', 'hidden rows'),
        duplicates === 0 ? null : counted(duplicates, 'duplicate', 'duplicates'),
      ].filter((part) => part !== null);
      return parts.length === 0 ? 'No row is left out.' : `Left out: ${listed(parts)}.`;
    },
    irrevocable: {
      virtualAccount:
        'Nothing can call this back: an account can’t be changed or deleted here, and what is paid in goes to the wallet of its row.',
      customer: 'Nothing can call this back: a customer can’t be changed or deleted here.',
    },
    rows: 'What will be sent',
    rowsLead: 'Look through it: every value and address stands here as it will be sent.',
    confirm: 'To confirm',
    confirmations,
    typed: (count: string) => `Type ${count} to confirm the number of rows`,
    typedProblem: (count: string) => `is not ${count}`,
    unconfirmed: 'confirm this first',
    /** `Row 3 (Ada Byron)`, `Rows 3 (Ada Byron), 7 and 12 more`. */
    concerns: (first: readonly { row: number; name: string | null }[], count: number): string => {
      const named = first.map(({ row, name }) =>
        name === null ? groupedCount(row) : `${groupedCount(row)} (${name})`,
      );
      const others = count > first.length ? [`${groupedCount(count - first.length)} more`] : [];
      return `${count === 1 ? 'Row' : 'Rows'} ${listed([...named, ...others])}`;
    },
    see: 'Show these rows alone',
    seeOf: (question: string) => `Show these rows alone: ${question}`,
    rowsOf: (rows: string) => `What will be sent: ${rows} that the question is about`,
    seeAll: 'Show all rows',
    back: 'Back to the check',
    action: (what: string) => `Create ${what}`,
    failed: 'The run was not started',
  },

  /** A customer who is known by the id alone. */
  unnamedCustomer: 'Name not known here',
  /** In the place of the rate, where a row names none. */
  noFee: 'no integrator fee',
  /** Of a row that never was part of a run. */
  notKept: 'What else the file said of this row is not kept here.',
} as const;
