/** What a person says of lines: each in one transaction with its entry in the audit log. */

import { createHash } from 'node:crypto';
import type { ShownCertain, ShownMatch } from '../../../bridge/reconcile.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { inParts, inSlices, nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type Audit, type Person, personName } from '../../core/audit/types.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { requireNoKey, requireNoSecret } from '../../core/intents/no-secret.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { LinesTable, StoredLine } from './lines-table.ts';
import { sideOf } from './match-payouts.ts';
import { keyOf } from './matching/known.ts';
import type { ReconciliationsTable, StoredReconciliation } from './reconciliations-table.ts';

export interface DecisionsParts {
  readonly sqlite: Sqlite;
  readonly table: Pick<ReconciliationsTable, 'get' | 'outdate'>;
  readonly lines: LinesTable;
  readonly payouts: Pick<Payouts, 'rows'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly person: () => Person | null;
}

/** Lines that are confirmed in one transaction. */
const PART = 50;

export function createDecisions(parts: DecisionsParts) {
  const { sqlite, table, lines, payouts, audit, clock, person } = parts;
  const find = ({ number }: StoredReconciliation, row: number): StoredLine => {
    const line = lines.get(number, row);
    if (line !== null) return line;
    throw new Failed('NOT_FOUND', { sentence: 'This line is not known in this reconciliation.' });
  };
  const requireOpen = ({ state }: StoredLine): void => {
    if (state !== 'confirmed' && state !== 'none') return;
    throw invalid('This line is decided already. Undo that first.', 'decided');
  };

  /** Whether the payout has the amount of the line by now: of what was matched, events may have come since. */
  function isSameAmount({ kind }: StoredReconciliation, { line }: StoredLine, payoutId: string) {
    const paid = payouts.rows([payoutId]).get(payoutId)?.[sideOf(kind)];
    if (paid === undefined) return false;
    const keys = [paid, line].map(({ amount, currency }) =>
      amount === null || currency === null ? null : keyOf(amount, currency),
    );
    return keys[0] !== null && keys[0] === keys[1];
  }

  /**
   * Whether it is certain still, and of that payout and its amount: another file may have a line by now that is
   * confirmed or matched with it, or one that says the same. In the running transaction.
   */
  function isStillCertain(stored: StoredReconciliation, { row, payoutId }: ShownMatch): boolean {
    const found = find(stored, row);
    const { line, match, state, payout } = found;
    if (match === null || state !== 'certain' || payout !== payoutId) return false;
    if (!isSameAmount(stored, found, payoutId)) return false;
    if (!lines.isDoubted(stored.number, stored.kind, line, payoutId)) return true;
    return lines.putMatch(stored.number, stored.kind, match).state === 'certain';
  }

  /** All that are certain, where they are those that were shown. */
  async function requireShown(
    { number }: StoredReconciliation,
    shown: ShownCertain,
  ): Promise<readonly ShownMatch[]> {
    const { rows, digest } = await inSlices(certainLines(lines, number), clock);
    if (digest === shown.digest) return rows;
    throw invalid(
      'The certain matches have changed since you reviewed them. Nothing was confirmed. Review them again.',
      'changed',
    );
  }

  /** In the running transaction. */
  function confirmOne(
    stored: StoredReconciliation,
    { row, payoutId }: ShownMatch,
    at: string,
  ): void {
    const line = find(stored, row);
    requireOpen(line);
    if (line.payout === null) {
      throw invalid(`Line ${row} is matched with no payout. Choose one for it.`, 'no-match');
    }
    if (line.payout !== payoutId) {
      throw invalid(
        `Line ${row} is matched with another payout than the one that was shown. Check it, then confirm again.`,
        'other-payout',
      );
    }
    if (!isSameAmount(stored, line, payoutId)) {
      throw invalid(
        `Line ${row} is matched with a payout that has another amount now. Match again, then check the line.`,
        'other-amount',
      );
    }
    const by = personName(person());
    lines.decide(stored.number, row, {
      state: 'confirmed',
      payout: line.payout,
      isChosen: false,
      note: '',
      at,
      by,
    });
    lines.release(stored.kind, line.payout);
  }

  function requireUpToDate({ id }: StoredReconciliation): void {
    if (table.get(id)?.isOutdated !== true) return;
    throw invalid(
      'A decision was undone since the lines were matched. Match again first.',
      'outdated',
    );
  }

  return {
    async confirm(
      stored: StoredReconciliation,
      wanted: readonly ShownMatch[] | ShownCertain,
    ): Promise<number> {
      const isOfAll = 'digest' in wanted;
      if (isOfAll) requireUpToDate(stored);
      let confirmed = 0;
      for (const rows of inParts(isOfAll ? await requireShown(stored, wanted) : wanted, PART)) {
        // Each time: a decision of another file may be undone meanwhile.
        if (isOfAll) requireUpToDate(stored);
        const at = isoNow(clock);
        sqlite.transaction(() => {
          const taken = rows.filter((shown) => !isOfAll || isStillCertain(stored, shown));
          for (const shown of taken) confirmOne(stored, shown, at);
          if (taken.length === 0) return;
          const facts = { reconciliationId: stored.id, rows: taken.map(({ row }) => row) };
          audit.append({ action: 'reconciliation.confirmed', facts });
          confirmed += taken.length;
        });
        await nextTurn();
      }
      return confirmed;
    },

    choose(stored: StoredReconciliation, row: number, payoutId: string, note: string): void {
      requireNoSecret(note);
      requireNoKey(note, 'The note');
      const line = find(stored, row);
      requireOpen(line);
      if (!payouts.rows([payoutId]).has(payoutId)) {
        throw new Failed('NOT_FOUND', { sentence: 'No event of this payout is known.' });
      }
      if (lines.isTaken(stored.kind, payoutId)) {
        throw invalid('This payout is confirmed for another line. Undo that first.', 'taken');
      }
      const isSame = isSameAmount(stored, line, payoutId);
      if (!isSame && note === '') {
        throw invalid(
          'The amounts of the line and the payout differ. Enter a note that says why they belong together.',
          'note',
        );
      }
      const { state: before, payout: payoutBefore } = line;
      sqlite.transaction(() => {
        lines.decide(stored.number, row, {
          state: 'confirmed',
          payout: payoutId,
          isChosen: payoutId !== payoutBefore,
          note,
          at: isoNow(clock),
          by: personName(person()),
        });
        lines.release(stored.kind, payoutId);
        const facts = {
          reconciliationId: stored.id,
          row,
          payoutId,
          note,
          isSameAmount: isSame,
          before,
        };
        audit.append({ action: 'reconciliation.payout-chosen', facts });
      });
    },

    noPayout(stored: StoredReconciliation, row: number, note: string): void {
      requireNoSecret(note);
      requireNoKey(note, 'The note');
      const line = find(stored, row);
      requireOpen(line);
      sqlite.transaction(() => {
        lines.decide(stored.number, row, {
          state: 'none',
          payout: null,
          isChosen: true,
          note,
          at: isoNow(clock),
          by: personName(person()),
        });
        const facts = { reconciliationId: stored.id, row, note, before: line.state };
        audit.append({ action: 'reconciliation.no-payout', facts });
      });
    },

    undo(stored: StoredReconciliation, row: number): void {
      const line = find(stored, row);
      if (line.state !== 'confirmed' && line.state !== 'none') {
        throw invalid('No one decided this line, so there is nothing to undo.', 'open');
      }
      const { state: before, payout: payoutId } = line;
      const payout = payouts.rows(payoutId === null ? [] : [payoutId]).get(payoutId ?? '');
      // The payout fits others again; what equals the line is no longer doubted.
      const freed =
        before === 'none' ? [] : [line.line, payout?.[sideOf(stored.kind)] ?? line.line];
      sqlite.transaction(() => {
        lines.undo(stored.number, line, stored.kind);
        table.outdate(stored, freed);
        const facts = { reconciliationId: stored.id, row, before, payoutId };
        audit.append({ action: 'reconciliation.undone', facts });
      });
    },
  };
}

/** Lines of one step. */
const CERTAIN_PART = 500;

/** Certain lines of one reconciliation; a person confirms them together. */
interface CertainLines {
  /** Lines in the order of the file. */
  readonly rows: readonly ShownMatch[];
  /** Digest that names these lines and their payouts: others have another. */
  readonly digest: string;
}

export function* certainLines(
  lines: Pick<LinesTable, 'certainAfter'>,
  number: number,
): Generator<undefined, CertainLines> {
  const rows: ShownMatch[] = [];
  const hash = createHash('sha256');
  for (let after = 0; ; ) {
    const part = lines.certainAfter(number, after, CERTAIN_PART);
    const last = part.at(-1);
    if (last === undefined) return { rows, digest: hash.digest('hex') };
    rows.push(...part);
    for (const { row, payoutId } of part) hash.update(JSON.stringify([row, payoutId]));
    after = last.row;
    yield;
  }
}
