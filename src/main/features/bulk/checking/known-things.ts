/** What is known here that a file is compared with. */
import { z } from 'zod';
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { writeOf } from '../../../../contract/writes.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { byReference } from '../../../core/annotations/keep-reference.ts';
import {
  customerFingerprint,
  virtualAccountFingerprint,
} from '../../../core/creates/fingerprints.ts';
import {
  intentsOfContent,
  similarIntents,
  underAsked,
} from '../../../core/intents/similar-intents.ts';
import { createLookups, type Lookups } from '../../../core/records/lookups.ts';
import type { Records } from '../../../core/records/types.ts';
import type { AddressBook } from '../../address-book/address-book.ts';
import type { AskedRow, KnownThings, PossibleDuplicates } from './check-table.ts';

/** Finds customers without email by what would be sent, because nothing else tells two of them apart. */
const waitingRows = z.array(z.object({ input: z.string(), id: z.string() }));
const waitingSql = `SELECT bulk_rows.input, bulk_runs.id
  FROM bulk_rows JOIN bulk_runs ON bulk_runs.number = run
  WHERE fingerprint IS NULL AND input IN (SELECT value FROM json_each(?))
    AND bulk_rows.state = 'waiting' AND kind = 'customer' AND bulk_runs.state <> 'preparing'`;

/**
 * What these contents would be a second of, newest first: intents that are under way, created, found
 * or may exist, then rows that a run of before has still to send.
 *
 * @param contents canonical JSON of inputs of createCustomer, as the journal and runs keep them
 */
function similarContents(
  sqlite: Sqlite,
  contents: readonly string[],
): Map<string, PossibleDuplicates> {
  const found = new Map<string, PossibleDuplicates>();
  if (contents.length === 0) return found;
  const waiting = (wanted: string) => waitingRows.parse(sqlite.all(waitingSql, [wanted]));
  for (const [content, { id }] of underAsked(contents, waiting, ({ input }) => input)) {
    found.set(content, { kind: 'run', id });
  }
  for (const intent of intentsOfContent(sqlite, 'createCustomer', contents).toReversed()) {
    const { content, key, resourceId } = intent;
    found.set(
      content,
      resourceId === null ? { kind: 'intent', id: key } : { kind: 'record', id: resourceId },
    );
  }
  return found;
}

export function knownThings(
  sqlite: Sqlite,
  records: Pick<Records, 'customerNames' | 'erased'>,
  addressBook: Pick<AddressBook, 'follow' | 'lookAlikes'>,
): KnownThings {
  const lookups = createLookups(sqlite);
  return {
    knownCustomers: lookups.knownCustomers,
    byEmail: lookups.customersByEmail,
    byReference: (texts) => byReference(sqlite, 'customer', texts),
    names: (ids) => records.customerNames(ids),
    unverified: lookups.unverified,
    isErased: (id) => records.erased.of(id)?.liftedAt === null,
    references: (kind, texts) => byReference(sqlite, kind, texts),
    follow: addressBook.follow,
    lookAlikes: addressBook.lookAlikes,
    alike(kind, rows) {
      const fingerprints = rows.flatMap(({ fingerprint }) => fingerprint ?? []);
      const contents = rows
        .filter(({ fingerprint }) => fingerprint === null)
        .map(({ sameness }) => sameness);
      const found = new Map<string, PossibleDuplicates>(
        kind === 'customer' ? similarContents(sqlite, contents) : [],
      );
      for (const intent of similarIntents(sqlite, writeOf(kind), fingerprints).reverse()) {
        const { key, resourceId } = intent;
        const alike: PossibleDuplicates =
          resourceId === null ? { kind: 'intent', id: key } : { kind: 'record', id: resourceId };
        found.set(intent.fingerprint, alike);
      }
      for (const { fingerprint, id } of alikeRecords(kind, rows, lookups)) {
        found.set(fingerprint, { kind: 'record', id });
      }
      return found;
    },
  };
}

function alikeRecords(kind: BulkKind, rows: readonly AskedRow[], lookups: Lookups) {
  const wanted = new Set(rows.flatMap(({ fingerprint }) => fingerprint ?? []));
  const candidates =
    kind === 'customer'
      ? lookups
          .customersByEmail([...wanted])
          .map(({ id, email }) => ({ id, fingerprint: customerFingerprint({ email }) }))
      : lookups
          .accountsAt(rows.flatMap(({ place }) => place ?? []))
          .map((parts) => ({ id: parts.id, fingerprint: virtualAccountFingerprint(parts) }));
  return candidates.flatMap(({ id, fingerprint }) =>
    fingerprint !== null && wanted.has(fingerprint) ? [{ id, fingerprint }] : [],
  );
}
