/**
 * Merges the entries of one profile of a hand-over file into its database, in one transaction: all of them
 * or none. Nothing that is here changes or goes. Each kind is a set, so any order and any repetition of
 * files comes to the same.
 */
import type { JsonObject } from '../../../contract/scalars.ts';
import { isoNow, systemClock } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { openAudit } from '../../core/audit/audit.ts';
import type { Person } from '../../core/audit/types.ts';
import { BackupError } from '../../core/backup/backup-error.ts';
import { fingerprintOfCard } from './card.ts';
import type { Entry } from './entries.ts';
import { type HandoverStart, readHandover } from './file.ts';
import { createMerging, type Merging } from './merging.ts';
import { openOrigins } from './origins.ts';
import type { MergedHandover } from './outcome.ts';

export interface MergeHandoverOrder {
  readonly file: string;
  /** Opens the file. */
  readonly key: Uint8Array;
  /** Digest of the file that a person saw (ReadHandover). */
  readonly digest: string;
  /** Which of its profiles, by number. */
  readonly profile: number;
  /** Database of the profile here, with the schema of now. */
  readonly into: {
    readonly file: string;
    readonly key: Uint8Array;
    readonly sealKey: Uint8Array;
  };
  /** This computer's public key. */
  readonly own: string;
  readonly person: Person | null;
  /** Secrets that are cut by value. */
  readonly known: readonly string[];
}

export const mergedAction = 'handover.merged';

/**
 * `also`: what else is to be done in the same transaction: over each entry before it is taken, and at its end.
 * Throws BackupError where the file is not whole or another one than was seen; then nothing was changed.
 */
export function mergeHandover(
  order: MergeHandoverOrder,
  also?: (sqlite: Sqlite) => { entry(entry: Entry): void; settle(merged: MergedHandover): void },
): MergedHandover {
  const sqlite = openSqlite({ ...order.into, waitMs: 10_000 });
  try {
    return sqlite.transaction(() => {
      // A request may come before the one that it sends again.
      sqlite.exec('PRAGMA defer_foreign_keys = ON');
      const more = also?.(sqlite);
      const merged = mergeInto(sqlite, order, more?.entry);
      more?.settle(merged);
      return merged;
    });
  } catch (error) {
    // What a request repeats is missing, for example.
    if (!/CONSTRAINT/.test(errorCode(error))) throw error;
    const sentence = 'What this hand-over file holds does not fit together. Nothing was merged.';
    throw new BackupError('damaged', sentence, { cause: error });
  } finally {
    sqlite.close();
  }
}

function mergeInto(
  sqlite: Sqlite,
  order: MergeHandoverOrder,
  onEntry: (entry: Entry) => void = () => undefined,
): MergedHandover {
  const { file, key, own, known, profile } = order;
  const held: { merging: Merging | null } = { merging: null };
  const { digest, start, head } = readHandover(file, key, {
    start(said, { id }) {
      tellFile(sqlite, said, id);
      held.merging = createMerging(sqlite, openOrigins(sqlite, own, id), known);
    },
    entry(entry, of) {
      if (of !== profile) return;
      onEntry(entry);
      held.merging?.take(entry);
    },
  });
  if (digest !== order.digest || held.merging === null) {
    throw new BackupError('damaged', 'This file was changed since it was shown. Open it again.');
  }
  const merged = held.merging.finish();
  const { brought, toldAgain, differing, differences } = merged;
  if (differing + toldAgain > 0 || Object.values(brought).some((count) => count > 0)) {
    const facts: JsonObject = {
      file: head.id,
      computer: fingerprintOfCard(start.card),
      savedAt: start.savedAt,
      ...brought,
      toldAgain,
      differing,
      differs: differences.map(({ what, of }) => `${what} of ${of}`),
    };
    openAudit({ sqlite, clock: systemClock, person: () => order.person }).append({
      action: mergedAction,
      facts,
    });
  }
  return merged;
}

function tellFile(sqlite: Sqlite, start: HandoverStart, id: string): void {
  const { card, person, savedAt, computers } = start;
  sqlite.run(
    `INSERT INTO handover_files (file, computer, person, saved_at, merged_at)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [id, card.signing, person, savedAt, isoNow(systemClock)],
  );
  for (const [computer, name] of Object.entries({ ...computers, [card.signing]: card.name })) {
    sqlite.run(
      'INSERT INTO handover_computers (computer, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [computer, name],
    );
  }
}
