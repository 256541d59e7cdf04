/**
 * What was known when a file was proposed to the team, and the rows that it leaves out: kept on this computer
 * until its run begins. The team reads what is sent, and nothing else of the file.
 */
import { z } from 'zod';
import { type Clock, isoNow, isoTime } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { forEach, inParts, inSlices, whileMore } from '../../../../platform/slices.ts';
import { isDiskFull, type Sqlite } from '../../../../platform/sqlite.ts';
import { invalid } from '../../../core/intents/failed.ts';
import type { LeftOutRow } from '../drafts/draft.ts';
import type { RunOrder } from './prepare-run.ts';
import type { RunsRepository } from './runs-repository.ts';

export interface ProposedRuns {
  /** Durable when it resolves. Rejects with Failed INVALID on a full disk. `id`: the one that its run is to have. */
  keep(id: string, order: Omit<RunOrder, 'id'>): Promise<void>;
  /** Those that never begin. What is left where it rejects goes with the next opening. */
  forget(ids: readonly string[]): Promise<void>;
  /** Where nothing was kept, whatever is known came later: what a person included is not sent. */
  of(id: string): Pick<RunOrder, 'leftOut' | 'knownUntil'>;
}

export interface ProposedRunsParts {
  readonly sqlite: Sqlite;
  readonly repository: Pick<
    RunsRepository,
    'prepare' | 'addLeftOut' | 'rowsAfter' | 'forgetPreparing'
  >;
  readonly clock: Clock;
  readonly random: Random;
}

/** Longer than a team may take to approve. */
const KEPT_MS = 31 * 24 * 60 * 60_000;
/** Rows of one transaction. */
const PART = 250;

const numberRows = z.array(z.object({ number: z.number() }));
const keptRow = z.object({
  number: z.number(),
  intents: z.number().nullable(),
  arrival: z.number().nullable(),
});

/** Forgets those that began or are over: they go with what is half written (`forgetPreparing`). */
export function openProposedRuns(parts: ProposedRunsParts): ProposedRuns {
  const { sqlite, repository, clock, random } = parts;
  sqlite.run(
    `UPDATE bulk_runs SET proposal = NULL WHERE proposal IS NOT NULL
       AND (created_at < ? OR proposal IN (SELECT id FROM bulk_runs WHERE state <> 'preparing'))`,
    [isoTime(clock.now() - KEPT_MS)],
  );

  function leftOutOf(number: number): LeftOutRow[] {
    const all: LeftOutRow[] = [];
    for (let after = 0; ; ) {
      const rows = repository.rowsAfter(number, after, PART);
      const last = rows.at(-1);
      if (last === undefined) return all;
      for (const { row, reason, name, reference, ownName } of rows)
        all.push({ row, reason: reason ?? '', name, reference, ownName });
      after = last.row;
    }
  }

  async function write(id: string, order: Omit<RunOrder, 'id'>): Promise<void> {
    const { kind, fileName, sha256, columns, leftOut, knownUntil = null } = order;
    const about = { kind, fileName, sha256, columns, createdAt: isoNow(clock) };
    const number = sqlite.transaction(() => {
      const made = repository.prepare({ ...about, id: randomHex(random, 16), knownUntil: null });
      sqlite.run('UPDATE bulk_runs SET proposal = ? WHERE number = ?', [id, made]);
      return made;
    });
    const add = forEach(inParts(leftOut, PART), (part) =>
      sqlite.transaction(() => repository.addLeftOut(number, part)),
    );
    await inSlices(add, clock);
    sqlite.transaction(() =>
      sqlite.run('UPDATE bulk_runs SET known_intents = ?, known_arrival = ? WHERE number = ?', [
        knownUntil?.intents ?? null,
        knownUntil?.arrival ?? null,
        number,
      ]),
    );
  }

  async function forget(ids: readonly string[]): Promise<void> {
    const numbers = sqlite.all(
      `UPDATE bulk_runs SET proposal = NULL
       WHERE state = 'preparing' AND proposal IN (SELECT value FROM json_each(?)) RETURNING number`,
      [JSON.stringify(ids)],
    );
    for (const { number } of numberRows.parse(numbers))
      await whileMore(() => repository.forgetPreparing(number));
  }

  return {
    async keep(id, order) {
      try {
        await write(id, order);
      } catch (error) {
        await forget([id]).catch(() => undefined);
        if (!isDiskFull(error)) throw error;
        throw invalid(
          'The disk is full, so Causeway can’t store the request. Approval was not requested. Free some disk space, then try again.',
          'disk-full',
          true,
        );
      }
    },
    forget,

    of(id) {
      const row = sqlite.first(
        `SELECT number, known_intents AS intents, known_arrival AS arrival FROM bulk_runs
         WHERE proposal = ? AND state = 'preparing'`,
        [id],
      );
      if (row === undefined) return { leftOut: [], knownUntil: { intents: 0, arrival: 0 } };
      const { number, intents, arrival } = keptRow.parse(row);
      const knownUntil = { intents: intents ?? 0, arrival: arrival ?? 0 };
      return { leftOut: leftOutOf(number), knownUntil };
    },
  };
}
