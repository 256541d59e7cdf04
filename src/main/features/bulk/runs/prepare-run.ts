/** Writes a run down before anything of it is sent: in slices, and it counts for nothing until the last. */
import type { BulkConfirmation } from '../../../../bridge/bulk.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { forEach, inParts, inSlices, whileMore } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Audit } from '../../../core/audit/types.ts';
import type { LeftOutRow, RowToSend } from '../drafts/draft.ts';
import type { RunsRepository } from './runs-repository.ts';
import type { KnownUntil, StoredRun } from './stored-rows.ts';

export interface RunOrder {
  /** 32 hex digits; a new one where it begins, unless told. */
  readonly id?: string;
  readonly kind: StoredRun['kind'];
  readonly fileName: string;
  readonly sha256: string;
  /** Headings and what they were read as. */
  readonly columns: readonly { readonly heading: string; readonly field: string | null }[];
  readonly rows: readonly RowToSend[];
  readonly leftOut: readonly LeftOutRow[];
  /** What a person confirmed. */
  readonly confirmations: readonly BulkConfirmation[];
  /** What was known to the person who reviewed the rows. Without it, included duplicates are compared with nothing. */
  readonly knownUntil?: KnownUntil | null;
}

export interface PrepareParts {
  readonly sqlite: Sqlite;
  readonly repository: RunsRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Rows of one transaction. */
const PART = 250;

/** Durable when it resolves, with the state `running`. */
export async function prepareRun(
  order: RunOrder & { readonly id: string },
  parts: PrepareParts,
): Promise<StoredRun> {
  const { sqlite, repository, audit, clock, random } = parts;
  const { id, kind, fileName, sha256, columns, knownUntil = null } = order;
  const createdAt = isoNow(clock);
  // One after another: an index over random keys is written in as many places as there are rows.
  const ofRun = randomHex(random, 12);
  const keyOf = (row: number) => `${ofRun}${row.toString(16).padStart(8, '0')}`;
  const about = { id, kind, fileName, sha256, columns, createdAt };
  const number = repository.prepare({ ...about, knownUntil });
  try {
    // Nobody ends it in between: a run that is half written is forgotten when it is found.
    const addRows = forEach(inParts(order.rows, PART), (part) =>
      sqlite.transaction(() =>
        repository.addRows(
          number,
          part.map((row) => ({ ...row, key: keyOf(row.row) })),
        ),
      ),
    );
    await inSlices(addRows, clock);
    const addLeftOut = forEach(inParts(order.leftOut, PART), (part) =>
      sqlite.transaction(() => repository.addLeftOut(number, part)),
    );
    await inSlices(addLeftOut, clock);
    sqlite.transaction(() => {
      repository.setState(number, {
        state: 'running',
        stateAt: isoNow(clock),
        cause: null,
        sentence: null,
        endedAt: null,
      });
      const facts = {
        runId: id,
        kind,
        fileName,
        sha256,
        rows: order.rows.length,
        leftOut: order.leftOut.length,
        confirmed: Object.fromEntries(
          order.confirmations.map(({ kind: what, count }) => [what, count]),
        ),
      };
      audit.append({ action: 'bulk.started', facts });
    });
  } catch (error) {
    await forget(repository);
    throw error;
  }
  const stored = repository.get(id);
  if (stored === null) throw new TypeError('A run that was just written is not there.');
  return stored;
}

async function forget(repository: RunsRepository): Promise<void> {
  try {
    await whileMore(repository.forgetPreparing);
  } catch {
    // The next opening does it.
  }
}
