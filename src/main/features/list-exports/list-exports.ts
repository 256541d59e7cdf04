/** Lists of one profile as files: page by page, and as many rows as the screen counts. */
import type { z } from 'zod';
import type { AnnotatedKind } from '../../../bridge/annotations.ts';
import type { BankAccountRow, listBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { listedAs } from '../../../bridge/list-exports.ts';
import type { listOtherRecordsInput, OtherRecordRow } from '../../../bridge/other-records.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { Annotations, RowAnnotations } from '../../core/annotations/annotations.ts';
import type { Audit } from '../../core/audit/types.ts';
import { isoMoment } from '../../core/creates/known-reads.ts';
import type { ExportFiles, Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import {
  openRowWriter,
  type RowsFormat,
  type RowWriter,
  rowsTypes,
} from '../../core/exports/row-writer.ts';
import { asOfHeading, stampedName } from '../../core/exports/stamp.ts';
import { pagesOf } from '../../core/exports/whole-list.ts';
import { writeUnchanged } from '../../core/exports/write-unchanged.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { ErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { goneOfPayout } from '../../core/records/erased/gone-of-payout.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { Customers } from '../customers/feature.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import {
  addressList,
  bankAccountList,
  customerList,
  type ListColumns,
  otherRecordLists,
  payoutList,
  virtualAccountList,
  webhookList,
} from './list-columns.ts';
import { type ListedPayouts, payoutPages } from './payout-pages.ts';

export interface ListExports {
  /** Throws ExportError `too-many` when as many files are written as may be. */
  start(listed: z.output<typeof listedAs>, format: RowsFormat): ExportFile;
}

export interface ListExportsParts {
  readonly customers: Pick<Customers, 'list'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'list'>;
  readonly bankAccounts: {
    list(
      query: z.output<typeof listBankAccountsInput>,
      signal?: AbortSignal,
    ): Promise<Page<BankAccountRow>>;
  };
  readonly payouts: ListedPayouts;
  /** Resolves when deliveries acknowledged before are records. Rejects with Failed where they can't be. */
  readonly takeIn: () => Promise<void>;
  readonly otherRecords: {
    list(
      query: z.output<typeof listOtherRecordsInput>,
      signal?: AbortSignal,
    ): Promise<Page<OtherRecordRow>>;
  };
  readonly addressBook: Pick<AddressBook, 'list'>;
  /** All that are known; throws while deliveries can't be received. */
  readonly webhooks: () => readonly WebhookRow[];
  readonly annotations: Pick<Annotations, 'at'>;
  readonly erased: Pick<ErasedSubjects, 'isKnown'>;
  readonly files: Pick<ExportFiles, 'start'>;
  /** Cut by value out of every file. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly onChange: (what: 'progress' | 'audit') => void;
}

interface Listed {
  readonly id: string | number;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

interface Source<Row extends Listed> {
  /** The moment of the list; null is now. */
  readonly knownAt: string | null;
  /** null: people write nothing beside such rows. */
  readonly kind: AnnotatedKind | null;
  readonly columns: ListColumns<Row>;
  /** null: what is listed changed meanwhile. */
  page(offset: number, limit: number, signal: AbortSignal): Promise<Page<Row> | null>;
}

const nothingWritten: RowAnnotations = { labels: [], reference: null };

export function createListExports(parts: ListExportsParts): ListExports {
  const { customers, virtualAccounts, bankAccounts, payouts, otherRecords, addressBook } = parts;
  const { files, audit, clock, onChange } = parts;

  const writerOf = (
    listed: z.output<typeof listedAs>,
    knownAt: string | null,
    format: RowsFormat,
  ) => {
    const writing = <Row extends Listed>(from: Source<Row>) => writingOf(parts, from, format);
    switch (listed.list) {
      case 'customers':
        return writing({
          knownAt,
          kind: 'customer',
          columns: customerList,
          page: (offset, limit, signal) =>
            customers.list({ ...listed.query, offset, limit }, signal),
        });
      case 'virtual-accounts':
        return writing({
          knownAt,
          kind: 'virtualAccount',
          columns: virtualAccountList,
          page: (offset, limit, signal) =>
            virtualAccounts.list({ ...listed.query, offset, limit }, signal),
        });
      case 'bank-accounts':
        return writing({
          knownAt,
          kind: 'bankAccount',
          columns: bankAccountList,
          page: (offset, limit, signal) =>
            bankAccounts.list({ ...listed.query, offset, limit }, signal),
        });
      case 'payouts': {
        const pageOf = payoutPages(payouts, parts.takeIn);
        return writing({
          knownAt,
          kind: 'payout',
          columns: payoutList,
          async page(offset, limit, signal) {
            const found = await pageOf({ ...listed.query, offset, limit }, signal);
            if (found === null) return null;
            const rows = found.rows.map((row) => ({
              ...row,
              gone: goneOfPayout(row, parts.erased),
            }));
            return { rows, total: found.total };
          },
        });
      }
      case 'other-records':
        return writing({
          knownAt,
          kind: listed.query.kind,
          columns: otherRecordLists[listed.query.kind],
          page: (offset, limit, signal) =>
            otherRecords.list({ ...listed.query, offset, limit }, signal),
        });
      case 'addresses':
        return writing({
          knownAt,
          kind: null,
          columns: addressList,
          page: (offset, limit) =>
            addressBook.list({
              search: listed.search,
              offset,
              limit,
              network: null,
              isLabelled: false,
            }),
        });
      case 'webhooks':
        return writing({
          knownAt,
          kind: 'webhook',
          columns: webhookList,
          page: (offset, limit) => {
            const { label } = listed;
            const rows = parts
              .webhooks()
              .filter(({ labels }) => label === null || isAmong(label, labels));
            return Promise.resolve({
              rows: rows.slice(offset, offset + limit),
              total: rows.length,
            });
          },
        });
    }
  };

  return {
    start(listed, format) {
      const knownAt = isoMoment('query' in listed ? listed.query.knownAt : null);
      return files.start({
        fileName: `${stampedName(listName(listed), knownAt, isoNow(clock))}.${format}`,
        type: rowsTypes[format],
        write: writerOf(listed, knownAt, format),
        onChange: () => onChange('progress'),
        onSettled({ id, status, done, fileSha256 }) {
          const rows = status === 'done' ? done : 0;
          audit.append({
            action: `list.export.${status}`,
            facts: { exportId: id, list: listName(listed), format, rows, knownAt, fileSha256 },
          });
          onChange('audit');
        },
      });
    },
  };
}

/** As the lists filter: case and accents are not looked at. */
const isAmong = (label: string, labels: readonly string[]): boolean =>
  labels.some((each) => folded(each) === folded(label));

const listName = (listed: z.output<typeof listedAs>): string =>
  listed.list === 'other-records' ? otherLists[listed.query.kind] : listed.list;
const otherLists = {
  wallet: 'wallets',
  address: 'address-records',
  paymentLink: 'payment-links',
} as const;

const writingOf =
  <Row extends Listed>(parts: ListExportsParts, listed: Source<Row>, format: RowsFormat) =>
  <File extends WritableFile>(order: Writing<File>) =>
    writeUnchanged(order, {
      async write(file) {
        const { knownAt } = listed;
        const columns: ListColumns<Row> =
          knownAt === null ? listed.columns : [...listed.columns, [asOfHeading, () => knownAt]];
        const source = { ...listed, columns };
        const headings = source.columns.map(([header]) => header);
        const rows = await openRowWriter(format, headings, { ...parts, ...order, file });
        try {
          const done = await writeRows(parts, source, { rows, format }, order);
          if (done !== null) await rows.end();
          return done;
        } finally {
          await rows.close();
        }
      },
      unsettled: () => invalid(unsettled),
    });

/** An XLSX file is made in memory, whole. */
const MOST_XLSX_ROWS = 100_000;
const tooManyForXlsx =
  'An Excel file holds at most 100,000 rows of a list. Narrow the list with filters, or export CSV.';

const unsettled =
  'The list kept changing while it was exported, so no file was saved. Try again in a moment.';

/** How many rows there are; null when they are not those that the list counts: something came between. */
async function writeRows<Row extends Listed>(
  { annotations }: ListExportsParts,
  { knownAt, kind, columns, page }: Source<Row>,
  to: { readonly rows: Pick<RowWriter, 'add'>; readonly format: RowsFormat },
  { signal, onProgress }: Writing<WritableFile>,
): Promise<number | null> {
  let done = 0;
  for await (const part of pagesOf((offset, limit) => page(offset, limit, signal))) {
    if (part === null) return null;
    const { rows, total } = part;
    signal.throwIfAborted();
    if (to.format === 'xlsx' && total > MOST_XLSX_ROWS) throw invalid(tooManyForXlsx);
    const annotated =
      kind === null
        ? null
        : annotations.at(knownAt).ofRows(
            kind,
            rows.map(({ id }) => String(id)),
          );
    const lines = rows.map((row) =>
      columns.map(([, cell]) => cell(row, annotated?.get(String(row.id)) ?? nothingWritten)),
    );
    await to.rows.add(lines);
    done += rows.length;
    onProgress(Math.min(done, total), total);
  }
  return done;
}
