/** Texts of the bulk screens: choosing a file, its columns, the check of its rows, and the review. */
import type { BulkConfirmation, BulkField, BulkKind } from '../../../bridge/bulk.ts';
import { counted, groupedCount, listed } from '../../../bridge/words.ts';
import { requestLabels } from '../../../contract/fields.ts';

/** `1 virtual account`, `998 customers`. */
export const things = (kind: BulkKind, count: number): string =>
  kind === 'customer'
    ? counted(count, 'customer', 'customers')
    : counted(count, 'virtual account', 'virtual accounts');

export const rowsIn = (count: number): string => counted(count, 'row', 'rows');

/** Fields by what is created, in the order of the template, as people name them. */
export const bulkFields: Record<BulkKind, Partial<Record<BulkField, string>>> = {
  virtualAccount: {
    ...requestLabels.virtualAccount,
    reference: 'Your reference (only in Causeway)',
  },
  customer: {
    ...requestLabels.customer,
    ownName: 'Display name (only in Causeway)',
    reference: 'Your reference (only in Causeway)',
  },
};

/** The field as people name it, whatever is created. */
export const bulkFieldLabel = (field: BulkField): string =>
  bulkFields.virtualAccount[field] ?? bulkFields.customer[field] ?? field;

const confirmations: Record<BulkConfirmation['kind'], (count: number) => string> = {
  'look-alike': (count) =>
    count === 1
      ? '1 wallet address starts and ends like another one that is known to Causeway or is in the file. I compared every character with its source.'
      : `${groupedCount(count)} wallet addresses start and end like others that are known to Causeway or are in the file. I compared every character with their source.`,
  'no-checksum': (count) =>
    count === 1
      ? '1 wallet address has no checksum, so a wrong character would go unnoticed. I compared the address with its source.'
      : `${groupedCount(count)} wallet addresses have no checksum, so a wrong character would go unnoticed. I compared the addresses with their source.`,
  'off-curve': (count) =>
    count === 1
      ? '1 wallet address is off the curve: it belongs to a program, and no key can sign for it. I compared the address with its source, and it should belong to a program.'
      : `${groupedCount(count)} wallet addresses are off the curve: they belong to programs, and no key can sign for them. I compared the addresses with their source, and they should belong to programs.`,
  'unchecked-network': (count) =>
    count === 1
      ? '1 row has a network that Causeway does not know, so its address was not checked. I am sure of the network and the address.'
      : `${groupedCount(count)} rows have networks that Causeway does not know, so their addresses were not checked. I am sure of the networks and the addresses.`,
  memo: (count) =>
    count === 1
      ? '1 row has a Stellar wallet, and the API has no memo field. The wallet needs no memo.'
      : `${groupedCount(count)} rows have Stellar wallets, and the API has no memo field. The wallets need no memo.`,
  'high-fee': (count) =>
    count === 1
      ? '1 row has an integrator fee above 500 bps (5.00 %) of every deposit. The fee is intended.'
      : `${groupedCount(count)} rows have an integrator fee above 500 bps (5.00 %) of every deposit. The fees are intended.`,
  'no-fee': (count) =>
    count === 1
      ? '1 row has no integrator fee, so none is taken from its deposits. The blank fee is intended.'
      : `${groupedCount(count)} rows have no integrator fee, so none is taken from their deposits. The blank fees are intended.`,
  'unknown-customer': (count) =>
    count === 1
      ? '1 row has a customer who is not known to Causeway. I compared the customer ID with its source.'
      : `${groupedCount(count)} rows have customers who are not known to Causeway. I compared the customer IDs with their source.`,
  'hidden-rows': (count) =>
    count === 1
      ? '1 row that is hidden in the file will be sent too. I checked the row.'
      : `${groupedCount(count)} rows that are hidden in the file will be sent too. I checked the rows.`,
  corrected: (count) =>
    count === 1
      ? '1 row was corrected in Causeway and differs from the file. I compared the row with its source.'
      : `${groupedCount(count)} rows were corrected in Causeway and differ from the file. I compared the rows with their source.`,
  duplicates: (count) =>
    count === 1
      ? '1 duplicate is included and will be created a second time. The duplicate is intended.'
      : `${groupedCount(count)} duplicates are included and will be created a second time. The duplicates are intended.`,
  'same-file': (count) =>
    count === 1
      ? 'A file with the same content was run before, and 1 row of this file will be sent. The second run is intended.'
      : `A file with the same content was run before, and ${groupedCount(count)} rows of this file will be sent. The second run is intended.`,
};

export const bulkTexts = {
  title: 'Bulk runs',
  create: 'New bulk run',
  back: 'Back to bulk runs',
  failed: 'The bulk runs can’t be read',
  kinds: { customer: 'Customers', virtualAccount: 'Virtual accounts' },

  list: {
    label: 'Bulk runs',
    columns: {
      file: 'File',
      kind: 'Creates',
      rows: 'Rows',
      state: 'State',
      open: 'Needs attention',
      started: 'Started',
    },
    empty: {
      title: 'No bulk runs yet',
      body: 'A bulk run creates many customers or virtual accounts from one CSV or Excel file. Causeway checks every row before it sends any, and lists each run here with its result.',
      action: 'Start first bulk run',
    },
    drafts: 'Unfinished files',
    draft: (kind: string, rows: string) => `${kind} · ${rows} · nothing sent yet`,
    reading: 'reading',
    unreadable: 'can’t be read',
    openDraft: 'Continue',
    discard: 'Discard',
    discardFile: (name: string) => `Discard ${name}`,
    openFile: (name: string) => `Continue with ${name}`,
    draftHint:
      'These files are only in memory: Causeway discards them when it stops and when you check another file.',
  },

  start: {
    title: 'New bulk run',
    what: 'What the file creates',
    kinds: {
      virtualAccount: {
        label: 'Virtual accounts',
        help: 'One account per row: customer, currencies, network, wallet address, fee.',
      },
      customer: {
        label: 'Customers',
        help: 'One customer per row: type, email, phone, name, tax number, address.',
      },
    },
    template: 'Template',
    templateHelp: 'Optional. The headings that Causeway recognises, with an example row.',
    file: 'File',
    drop: 'Drop a CSV or Excel file here, or',
    dropNow: 'Drop the file to read it',
    choose: 'Choose file…',
    chooseLabel: 'Choose a file',
    limits: (size: string, rows: string) => `CSV, TSV or XLSX, up to ${size} and ${rows} rows.`,
    stays:
      'Causeway reads the file on this computer. Nothing is sent until you review the rows and start the run.',
    sending: (name: string, size: string) => `Reading ${name} (${size})`,
    cancel: 'Stop reading',
    problems: {
      many: 'Drop one file at a time.',
      empty: (name: string) => `${name} is empty. Choose a file with rows.`,
      large: (name: string, size: string, most: string) =>
        `${name} (${size}) is larger than the limit of ${most}. Split the file into several.`,
      ending: (name: string) =>
        `${name} is not a CSV or XLSX file. Save the table as one of these and choose the new file.`,
    },
    failed: 'File not accepted',
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
    discardBody:
      'Your column choices, corrections and included rows are lost. Nothing from the file was sent.',
    gone: 'This file is no longer in memory',
    goneBody:
      'The run was started, the file was discarded, another file was checked, or Causeway restarted. Anything that was sent is listed under Bulk runs.',
    goneAction: 'Choose file again',
    reading: 'Reading the file…',
    checking: (done: string, total: string) => `Checking rows: ${done} of ${total}`,
    unreadable: 'The file can’t be read',
    another: 'Choose another file',
    sameFile: 'A file with the same content was run before',
    sameFileBody: (when: string) =>
      `That run was started ${when}. Records that it created are listed under Duplicates; any that you include are created a second time.`,
    sameFileLink: 'Show earlier run',
    notes: 'About this file',
    hidden: {
      leftOut: (count: number) =>
        count === 1
          ? '1 row is hidden in this file and will be left out'
          : `${groupedCount(count)} rows are hidden in this file and will be left out`,
      leftOutBody:
        'Rows hidden manually or by a filter don’t show when someone opens the file. Check these rows before you send them too.',
      sent: (count: number) =>
        count === 1
          ? '1 row is hidden in this file and will be sent too'
          : `${groupedCount(count)} rows are hidden in this file and will be sent too`,
      sentBody:
        'Rows hidden manually or by a filter don’t show when someone opens the file. You confirm them before the run starts.',
      send: 'Send hidden rows too',
      leaveOut: 'Leave hidden rows out',
      failed: 'Choice not saved',
    },
  },

  columns: {
    title: 'Match columns to fields',
    lead: 'Suggested from the headings. Change any that are wrong; unused columns are left out.',
    leadOfData:
      'The columns have no headings. Select a field for each by its values; unused columns are left out.',
    sheet: 'Sheet',
    firstRow: {
      label: (row: string) => `Row ${row}, the first, contains`,
      ways: { names: 'column headings', data: 'data, like the rows below' },
      taken: (row: string) => `Row ${row} looks like data`,
      takenBody:
        'The row contains an address, an ID, an email address or similar, so Causeway treats it as data to send and the columns have no headings. Select a field for each column. If the row contains headings, select column headings below.',
      notSent: (row: string) => `Row ${row} looks like data but will not be sent`,
      notSentBody:
        'The row contains an address, an ID, an email address or similar, but Causeway treats it as column headings. To send the row, select data under Columns.',
    },
    column: 'Column in file',
    samples: 'First values',
    readAs: 'Field',
    readAsOf: (column: string) => `Field for “${column}”`,
    hidden: 'hidden in file',
    hiddenNotUsed: (columns: string) =>
      `Hidden in the file and not used unless you select a field: ${columns}.`,
    noHeading: (place: number) => `Column ${place} (no heading)`,
    notUsed: '— not used —',
    taken: (field: string, column: string) => `${field} (now “${column}”)`,
    noValues: 'no values',
    missing: 'Required columns are missing',
    missingBody: (fields: string) =>
      `No column is matched to ${fields}. Select one for each below, or add the missing columns to the file.`,
    missingHere: (fields: string) => `No column is matched to ${fields}, so no row can be sent.`,
    resembling: (count: number) =>
      count === 1
        ? '1 column looks like a field but is not used'
        : `${groupedCount(count)} columns look like fields but are not used`,
    resemblingBody: (pairs: readonly (readonly [column: string, field: string])[]) =>
      `${listed(pairs.map(([column, field]) => `“${column}” looks like ${field}`))}. Causeway neither sends nor stores these values unless you select a field.`,
    unused: (columns: string) => `Not used: ${columns}.`,
    preview: 'Preview of the first rows',
    row: 'Row',
    empty: 'empty',
    next: 'Check rows',
    saveFailed: 'Columns not saved',
  },

  check: {
    parts: 'Rows by check result',
    standings: {
      bad: 'Can’t be sent',
      duplicate: 'Duplicates',
      hidden: 'Hidden',
      warned: 'Warnings',
      'to-send': 'Will be sent',
    },
    leads: {
      bad: 'These rows are left out. Correct a row here, or correct the file and run it again: records already created are then listed as duplicates.',
      duplicate:
        'These rows match another row, a known record or an open request. They are left out unless you include them.',
      hidden:
        'These rows are hidden in the file, manually or by a filter. They are left out unless you send them too.',
      warned: 'These rows will be sent. Check their warnings first.',
      'to-send': 'Every row that the run will send, with the whole address.',
    },
    none: {
      bad: 'No row has an error.',
      duplicate: 'No row is a duplicate.',
      hidden: 'No hidden row is left out.',
      warned: 'No row has a warning.',
      'to-send': 'No row of this file can be sent.',
    },
    problems: 'Download issues',
    correct: {
      open: 'Correct…',
      openRow: (row: string) => `Correct row ${row}`,
      openAgain: 'Correct again…',
      corrected: (fields: readonly string[]) => `Corrected in Causeway: ${listed(fields)}`,
      title: (row: string) => `Correct row ${row}`,
      lead: 'Change the wrong values and check the row again. The file is not changed, and nothing is sent yet.',
      hidden: 'Not shown. Your entry replaces this value.',
      stillBad: 'This row still can’t be sent',
      asInFile: 'Use file values',
      action: 'Check row again',
      failed: 'Row not corrected',
    },
    row: 'Row',
    problem: 'Column and reason',
    content: 'Content',
    found: 'Issues',
    wholeRow: 'Whole row',
    kinds: 'Issues by kind',
    allRows: 'All these rows, in file order',
    seeRecord: 'Show record',
    seeIntent: 'Show request',
    include: (row: string) => `Include row ${row}`,
    includeShort: 'Include',
    includeAll: 'Include all duplicates',
    leaveOut: 'Leave out all duplicates',
    includeFailed: 'Choice not saved',
    includeTitle: 'Include all duplicates?',
    includeBody: (count: string) =>
      `${count} will be created, although the same is already known to Causeway or appears twice in the file.`,
    next: (count: string) => `Review ${count}`,
    nothing: 'This file has no rows that can be sent.',
  },

  review: {
    will: (what: string) => `${what} will be created`,
    at: (profile: string) => `at ${profile}`,
    production: 'PRODUCTION',
    productionHint: 'Real accounts for real money.',
    sandbox: 'SANDBOX',
    sandboxHint: 'Test data only, no real money.',
    leftOut: (bad: number, duplicates: number, hidden: number): string => {
      const parts = [
        bad === 0 ? null : `${rowsIn(bad)} that can’t be sent`,
        hidden === 0 ? null : counted(hidden, 'hidden row', 'hidden rows'),
        duplicates === 0 ? null : counted(duplicates, 'duplicate', 'duplicates'),
      ].filter((part) => part !== null);
      return parts.length === 0 ? 'No rows are left out.' : `Left out: ${listed(parts)}.`;
    },
    irrevocable: {
      virtualAccount:
        'This can’t be undone: Causeway can’t change or delete an account, and deposits go to the wallet address in its row.',
      customer: 'This can’t be undone: Causeway can’t change or delete a customer.',
    },
    rows: 'Rows to send',
    rowsLead: 'Check every row: values and addresses are shown as they will be sent.',
    confirm: 'Confirmations',
    confirmations,
    typed: (count: string) => `Type ${count} to confirm the number of rows`,
    typedProblem: (count: string) => `Enter ${count}.`,
    unconfirmed: 'Select this box to confirm.',
    /** `Row 3 (Ada Byron)`, `Rows 3 (Ada Byron), 7 and 12 more`. */
    concerns: (first: readonly { row: number; name: string | null }[], count: number): string => {
      const named = first.map(({ row, name }) =>
        name === null ? groupedCount(row) : `${groupedCount(row)} (${name})`,
      );
      const others = count > first.length ? [`${groupedCount(count - first.length)} more`] : [];
      return `${count === 1 ? 'Row' : 'Rows'} ${listed([...named, ...others])}`;
    },
    see: 'Show only these rows',
    seeOf: (question: string) => `Show only these rows: ${question}`,
    rowsOf: (rows: string) => `Rows to send: ${rows} to confirm`,
    seeAll: 'Show all rows',
    back: 'Back to check',
    action: (what: string) => `Create ${what}`,
    failed: 'Run not started',
  },

  /** A customer of whom only the ID is known. */
  unnamedCustomer: 'Name not known to Causeway',
  /** In the place of the rate, where a row names none. */
  noFee: 'no integrator fee',
  /** For a row that never was part of a run. */
  notKept: 'Causeway does not store the other values of this row.',
} as const;
