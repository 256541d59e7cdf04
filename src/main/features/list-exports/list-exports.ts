/** Lists of one profile as CSV: page by page, and as many rows as the screen counts. */

import type { z } from 'zod';
import type { AnnotatedKind } from '../../../bridge/annotations.ts';
import type { BankAccountRow, listBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { listedAs } from '../../../bridge/list-exports.ts';
import type { listPayoutsInput, PayoutRow } from '../../../bridge/payouts.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { folded } from '../../../platform/folded-text.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Annotations, RowAnnotations } from '../../core/annotations/annotations.ts';
import type { Audit } from '../../core/audit/types.ts';
import { byteOrderMark, csvLines, csvMediaType } from '../../core/exports/csv-lines.ts';
import type { ExportFiles, Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { stampOf } from '../../core/exports/stamp.ts';
import { writeUnchanged } from '../../core/exports/write-unchanged.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { Customers } from '../customers/customers.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import {
  addressList,
  bankAccountList,
  customerList,
  type ListColumns,
  payoutList,
  virtualAccountList,
  webhookList,
} from './list-columns.ts';

export interface ListExports {
  /** Throws ExportError `too-many` when as many files are written as may be. */
  start(listed: z.output<typeof listedAs>): ExportFile;
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
  readonly payouts: {
    list(query: z.output<typeof listPayoutsInput>, signal?: AbortSignal): Promise<Page<PayoutRow>>;
  };
  readonly addressBook: Pick<AddressBook, 'list'>;
  /** All that are known; throws while deliveries can't be received. */
  readonly webhooks: () => readonly WebhookRow[];
  readonly annotations: Pick<Annotations, 'at'>;
  readonly files: Pick<ExportFiles, 'start'>;
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
  page(offset: number, limit: number, signal: AbortSignal): Promise<Page<Row>>;
}

/** Rows of one page. */
const PAGE = 200;

const nothingWritten: RowAnnotations = { labels: [], reference: null };

export function createListExports(parts: ListExportsParts): ListExports {
  const { customers, virtualAccounts, bankAccounts, payouts, addressBook } = parts;
  const { files, audit, clock, onChange } = parts;

  const writerOf = (listed: z.output<typeof listedAs>, knownAt: string | null) => {
    switch (listed.list) {
      case 'customers':
        return writing(parts, {
          knownAt,
          kind: 'customer',
          columns: customerList,
          page: (offset, limit, signal) =>
            customers.list({ ...listed.query, offset, limit }, signal),
        });
      case 'virtual-accounts':
        return writing(parts, {
          knownAt,
          kind: 'virtualAccount',
          columns: virtualAccountList,
          page: (offset, limit, signal) =>
            virtualAccounts.list({ ...listed.query, offset, limit }, signal),
        });
      case 'bank-accounts':
        return writing(parts, {
          knownAt,
          kind: 'bankAccount',
          columns: bankAccountList,
          page: (offset, limit, signal) =>
            bankAccounts.list({ ...listed.query, offset, limit }, signal),
        });
      case 'payouts':
        return writing(parts, {
          knownAt,
          kind: 'payout',
          columns: payoutList,
          page: (offset, limit, signal) => payouts.list({ ...listed.query, offset, limit }, signal),
        });
      case 'addresses':
        return writing(parts, {
          knownAt,
          kind: null,
          columns: addressList,
          page: (offset, limit) =>
            addressBook.list({
              ...{ search: listed.search, offset, limit },
              ...{ network: null, isLabelled: false },
            }),
        });
      case 'webhooks':
        return writing(parts, {
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
    start(listed) {
      const knownAt = 'query' in listed ? listed.query.knownAt : null;
      return files.start({
        fileName: nameOf(listed.list, knownAt, isoNow(clock)),
        type: csvMediaType,
        write: writerOf(listed, knownAt),
        onChange: () => onChange('progress'),
        onSettled({ id, status, done }) {
          const rows = status === 'done' ? done : 0;
          audit.append({
            action: `list.export.${status}`,
            facts: { exportId: id, list: listed.list, rows, knownAt },
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

/** `customers-20261120-140511.csv`; of a moment of the past its name says so, and which. */
const nameOf = (list: string, knownAt: string | null, now: string): string =>
  knownAt === null
    ? `${list}-${stampOf(now)}.csv`
    : `${list}-as-known-${stampOf(new Date(knownAt).toISOString())}.csv`;

const writing =
  <Row extends Listed>(parts: ListExportsParts, source: Source<Row>) =>
  <File extends WritableFile>(order: Writing<File>) =>
    writeUnchanged(order, {
      write: (file) => writeRows(parts, source, file, order),
      unsettled: () => new Failed('INVALID', { sentence: unsettled }),
    });

const unsettled =
  'The list kept changing while it was exported, so no file was saved. Try again in a moment.';

/** How many rows there are; null when they are not those that the list counts: something came between. */
async function writeRows<Row extends Listed>(
  { annotations }: ListExportsParts,
  { knownAt, kind, columns, page }: Source<Row>,
  file: WritableFile,
  { signal, onProgress }: Writing<WritableFile>,
): Promise<number | null> {
  await file.write(byteOrderMark + csvLines([columns.map(([header]) => header)]));
  const ids = new Set<string | number>();
  for (let offset = 0; ; offset += PAGE) {
    const { rows, total } = await page(offset, PAGE, signal);
    signal.throwIfAborted();
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
    await file.write(csvLines(lines));
    for (const { id } of rows) ids.add(id);
    onProgress(Math.min(ids.size, total), total);
    if (offset + PAGE >= total || rows.length === 0) return ids.size === total ? total : null;
    // Somebody else gets a turn.
    await nextTurn();
  }
}
