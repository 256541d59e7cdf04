import type { ImportStanding, ImportTableKind } from '../../bridge/imports.ts';
import { bulkFields } from './bulk.ts';
import { driftFields } from './drift.ts';

/** Words for bringing what exists. */
export const importTexts = {
  open: 'Add what exists',
  title: 'Add what exists',
  back: {
    customers: 'Back to customers',
    'virtual-accounts': 'Back to virtual accounts',
    webhooks: 'Back to webhooks',
  },
  lead: 'The service has no list of customers, virtual accounts or webhooks, so what was made elsewhere is added here. It is marked as entered by hand, and completed by whatever events and answers tell of it later. Nothing is sent to the service.',
  form: 'What do you have?',
  forms: { ids: 'Ids', json: 'JSON', csv: 'CSV' },
  ids: {
    label: 'Ids',
    help: 'One or many, on lines of their own or with commas between: customer_…, virtualAccount_…, bankAccount_… or webhook_….',
    customer: 'Customer of the virtual accounts',
    customerHelp:
      'Optional: the id of the customer that they belong to, if it is one. The service does not name it.',
  },
  json: {
    label: 'JSON',
    help: 'A record, a list, an answer of the service with its envelope, or an event. Fields that the interface does not name are kept. A webhook’s secret is left out: enter it on the webhook’s page, in a window of its own.',
  },
  csv: {
    label: 'CSV',
    kind: 'The rows are',
    kinds: {
      customer: 'Customers',
      virtualAccount: 'Virtual accounts',
      webhook: 'Webhooks',
    } satisfies Record<ImportTableKind, string>,
    help: 'The first line names the columns, by the fields of the interface: id, email, address.city and so on. Tables that this console exported can be read again.',
  },
  file: 'Choose a file',
  fileLabel: 'File to read',
  fromFile: (name: string) => `From ${name}`,
  preview: 'Look at it first',
  previewed: 'Nothing is kept yet',
  refused: 'This can’t be read',
  failed: 'This was not kept',
  change: 'Change what was given',
  columns: 'Columns',
  columnsLead: 'Which field each column is. Columns that are left out are not kept.',
  leftOut: 'left out',
  fieldOf: (header: string) => `Field of the column ${header}`,
  counts: {
    new: 'new',
    adds: 'add to what is known',
    changes: 'would change what is known',
    same: 'known already',
    problems: 'can’t be taken',
  },
  standings: {
    new: 'new',
    adds: 'adds',
    changes: 'changes',
    same: 'known',
  } satisfies Record<ImportStanding, string>,
  rows: 'What was read',
  pages: {
    label: (of: string) => `Pages: ${of}`,
    previous: 'Previous',
    next: 'Next',
    range: (first: string, last: string, all: string) => `${first}–${last} of ${all}`,
    failed: 'This page could not be read',
  },
  problems: 'What can’t be taken',
  problemsLead:
    'Correct these where they come from, and bring them again. The others can be kept now.',
  head: {
    row: 'Row',
    id: 'Id',
    standing: 'Standing',
    what: 'What it says',
    column: 'Column',
    reason: 'Reason',
  },
  noValue: '(blank)',
  moreFields: (count: string, isOne: boolean) =>
    isOne ? 'and 1 more field' : `and ${count} more fields`,
  withChanges: (count: string) =>
    `Also keep what would change what is known (${count}). What was known before stays in the history.`,
  keep: (count: string, one: boolean) => (one ? 'Keep 1 record' : `Keep ${count} records`),
  nothing: 'Nothing of this is new.',
  keeping: (done: string) => `Keeping… ${done} so far`,
  kept: (count: string, one: boolean) =>
    one
      ? '1 record is kept here, marked as entered by hand.'
      : `${count} records are kept here, marked as entered by hand.`,
  left: (count: string) =>
    `${count} were left, because something else became known of them meanwhile. Look at them again.`,
  more: 'Add more',
  goTo: {
    customers: 'Go to customers',
    'virtual-accounts': 'Go to virtual accounts',
    webhooks: 'Go to webhooks',
  },
  blocked: 'You are looking at what was known earlier. Go back to now to add something.',
} as const;

const fieldWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...bulkFields.customer,
    ...{ id: 'Id', customerId: 'Customer', created: 'Created', updated: 'Updated' },
    ...{ name: 'Name', description: 'Description', deliveryRate: 'Delivery rate' },
  }),
);

/** A field as people name it; by the interface's own dotted name where we have no other. */
export const importFieldInWords = (field: string): string =>
  driftFields[`/${field.replaceAll('.', '/')}`] ?? fieldWords.get(field) ?? field;

/** Words for lists as files. */
export const listFileTexts = { export: 'Download list' } as const;
