/**
 * Virtual accounts whose mismatch nobody signed off. Whether one has a mismatch is worked out from its
 * observations, which is too much for all of them at once, so those that arrive are followed.
 */
import { z } from 'zod';
import type { NeedItem } from '../../../../bridge/overview.ts';
import { listVirtualAccountsInput } from '../../../../bridge/virtual-accounts.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { createFollower } from '../../../../platform/follower.ts';
import { forEach, inParts, inSlices, nextTurn } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { lastArrival } from '../../../core/records/last-arrival.ts';
import type { Records } from '../../../core/records/types.ts';
import type { VirtualAccounts } from '../../virtual-accounts/virtual-accounts.ts';
import { foundAll, type NeedSource, needItem } from './need-source.ts';

/** Accounts that are looked at in one step: a few milliseconds. */
const accountsAtOnce = 20;
/** Accounts of a past moment that are read together. */
const page = 50;

const numberRow = z.object({ value: z.number().nullable() });
const accountRows = z.array(z.object({ id: z.string(), at: z.string() }));
const arrivedRows = z.array(z.object({ id: z.string(), at: z.string(), arrival: z.number() }));

export interface MismatchParts {
  /** With recordsMigrations and overviewMigrations applied. */
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'columns'>;
  readonly accounts: Pick<VirtualAccounts, 'departing' | 'list'>;
  readonly clock: Clock;
}

export function openMismatches({ sqlite, records, accounts, clock }: MismatchParts) {
  const numberOf = (query: string): number => numberRow.parse(sqlite.first(query)).value ?? 0;

  const follower = createFollower(() => {
    const from = numberOf('SELECT arrival AS value FROM overview_cursor');
    const newest = lastArrival(sqlite);
    if (newest <= from) return false;
    const touched = arrivedRows.parse(
      sqlite.all(
        `SELECT id, observed_at AS at, arrival FROM observations INDEXED BY observations_by_kind
         WHERE kind = 'virtualAccount' AND kind <> 'event' AND arrival > ? ORDER BY arrival LIMIT ?`,
        [from, accountsAtOnce],
      ),
    );
    const upTo = touched.length < accountsAtOnce ? newest : (touched.at(-1)?.arrival ?? newest);
    const open = accounts.departing([...new Set(touched.map(({ id }) => id))]);
    sqlite.derive(() => {
      for (const { id, at } of touched) {
        if (!open.has(id)) sqlite.run(removeSql, [id]);
        else
          sqlite.run('INSERT INTO overview_mismatches VALUES (?, ?) ON CONFLICT DO NOTHING', [
            id,
            at,
          ]);
      }
      sqlite.run('UPDATE overview_cursor SET arrival = ?', [upTo]);
    });
    return upTo < newest;
  });

  /** Every account as it was known then: slower, and kept for as long as the moment is looked at. */
  async function departedBy(knownAt: string): Promise<NeedItem[]> {
    const items: NeedItem[] = [];
    for (let offset = 0; ; offset += page) {
      const query = listVirtualAccountsInput.parse({ knownAt, offset, limit: page });
      const { rows, total } = await accounts.list(query);
      for (const { id, customerName, created, lastLearnedAt, hasMismatch } of rows)
        if (hasMismatch) items.push(needItem(id, created ?? lastLearnedAt, customerName));
      if (offset + page >= total) return items;
      await nextTurn();
    }
  }

  const source: NeedSource = {
    kind: 'mismatches',
    topics: ['virtual-accounts', 'customers'],
    hasPast: true,
    async find({ knownAt }) {
      if (knownAt !== null) return foundAll(await departedBy(knownAt));
      await follower.catchUp();
      const stored = accountRows.parse(
        sqlite.all('SELECT virtual_account_id AS id, at FROM overview_mismatches'),
      );
      const items: ReturnType<typeof needItem>[] = [];
      const gone: string[] = [];
      const look = (some: readonly z.infer<typeof accountRows>[number][]): void => {
        const open = accounts.departing(some.map(({ id }) => id));
        for (const { id, at } of some) {
          const found = open.get(id);
          // It was signed off, and comes back with the observation that makes another one.
          if (found === undefined) gone.push(id);
          else {
            const name = records.columns('virtualAccount', id)?.customerName ?? null;
            items.push(needItem(id, at, name, [...found.map(({ field }) => field)]));
          }
        }
      };
      await inSlices(forEach(inParts(stored, accountsAtOnce), look), clock);
      if (gone.length > 0) sqlite.derive(() => gone.map((id) => sqlite.run(removeSql, [id])));
      return foundAll(items);
    },
  };
  return { source, close: follower.close };
}

const removeSql = 'DELETE FROM overview_mismatches WHERE virtual_account_id = ?';
