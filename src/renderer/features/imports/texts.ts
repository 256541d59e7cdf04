import type { ImportKind, ImportState, ImportTableKind } from '../../../bridge/imports.ts';
import { fieldLabel } from '../../../contract/fields.ts';

/** Texts of importing records. */
export const importTexts = {
  open: 'Import',
  title: 'Import records',
  back: {
    customers: 'Back to customers',
    'virtual-accounts': 'Back to virtual accounts',
    webhooks: 'Back to webhooks',
  },
  lead: 'Causeway can’t fetch a list of customers, virtual accounts or webhooks, so import those created elsewhere. Imported records are marked unconfirmed; later events and responses add to them. Nothing is sent to the service.',
  form: 'What do you have?',
  forms: { ids: 'IDs', json: 'JSON', csv: 'CSV' },
  ids: {
    label: 'IDs',
    help: 'One or more, on separate lines or separated by commas: customer_…, virtualAccount_…, bankAccount_… or webhook_….',
    customer: 'Customer of the virtual accounts',
    customerHelp:
      'Optional: the customer ID, if all accounts belong to one customer. The service does not report it.',
  },
  json: {
    label: 'JSON',
    help: 'A record, a list, a whole response from the service, or an event. Fields that the API specification does not name are kept. A webhook’s secret is left out: enter it on the webhook’s page, in its own window.',
  },
  csv: {
    label: 'CSV',
    kind: 'The rows are',
    kinds: {
      customer: 'Customers',
      virtualAccount: 'Virtual accounts',
      webhook: 'Webhooks',
    } satisfies Record<ImportTableKind, string>,
    help: 'The first line names the columns by API field: id, email, address.city and so on. You can import tables that Causeway exported.',
  },
  file: 'Choose file',
  fileLabel: 'File to import',
  fromFile: (name: string) => `From ${name}`,
  unreadable: (name: string) =>
    `${name} can’t be read. Nothing was imported. Choose the file again, or paste its text.`,
  preview: 'Preview',
  previewed: 'Nothing is saved yet',
  refused: 'This can’t be imported',
  failed: 'Not imported',
  change: 'Change input',
  columns: 'Columns',
  columnsLead: 'Select the field for each column. Columns left out are not imported.',
  leftOut: 'left out',
  fieldOf: (header: string) => `Field for column ${header}`,
  counts: {
    new: 'new',
    adds: 'add fields',
    changes: 'change fields',
    same: 'already known',
    problems: 'can’t be imported',
  },
  standings: {
    new: 'New',
    adds: 'Adds fields',
    changes: 'Changes fields',
    same: 'Already known',
  } satisfies Record<ImportState, string>,
  rows: 'Rows',
  pages: {
    label: (of: string) => `Pages: ${of}`,
    previous: 'Previous',
    next: 'Next',
    range: (first: string, last: string, all: string) => `${first}–${last} of ${all}`,
    failed: 'This page can’t be read',
  },
  problems: 'Rows that can’t be imported',
  problemsLead:
    'Correct these in their source and import them again. You can import the others now.',
  head: {
    row: 'Row',
    kind: 'Kind',
    id: 'ID',
    standing: 'Status',
    what: 'Values',
    column: 'Column',
    reason: 'Reason',
  },
  kinds: {
    customer: 'Customer',
    virtualAccount: 'Virtual account',
    bankAccount: 'Bank account',
    webhook: 'Webhook',
  } satisfies Record<ImportKind, string>,
  records: 'Records',
  noValue: '(blank)',
  moreFields: (count: string, isOne: boolean) =>
    isOne ? 'and 1 more field' : `and ${count} more fields`,
  withChanges: (count: string) =>
    `Also import records that change known fields (${count}). Earlier values stay in the history.`,
  keep: (count: string, one: boolean) => (one ? 'Import 1 record' : `Import ${count} records`),
  nothing: 'These records add nothing new.',
  keeping: (done: string) => `Importing… ${done} so far`,
  kept: (count: string, one: boolean) =>
    one
      ? '1 record imported and marked unconfirmed.'
      : `${count} records imported and marked unconfirmed.`,
  left: (count: string) =>
    `${count} not imported, because their records changed meanwhile. Preview them again.`,
  more: 'Import more',
  goTo: {
    customers: 'Go to customers',
    'virtual-accounts': 'Go to virtual accounts',
    webhooks: 'Go to webhooks',
  },
  blocked: 'You are viewing earlier data. Return to now to import records.',
} as const;

/** A field as people name it; by the interface's own dotted name where we have no other. */
export const formatImportField = (field: string): string => fieldLabel(field) ?? field;

/** Texts of exporting lists. */
export const listFileTexts = { export: 'Export' } as const;
