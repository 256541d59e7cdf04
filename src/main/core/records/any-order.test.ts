/** The proof behind "a record is what the observations add up to". */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createQueries } from '../../../platform/queries.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { recordsMigrations } from './migrations.ts';
import { createObservationsRepository } from './observations-repository.ts';
import { instantOf } from './order.ts';
import { placeObservation } from './place-observation.ts';
import { openRecords } from './records.ts';
import { observationsInAnyOrder, recordObservation } from './testing/observations.ts';
import type { NewObservation } from './types.ts';

let directory: string;
let sqlite: Sqlite;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-order-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(5) });
  migrate(sqlite, recordsMigrations);
});
afterAll(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

class Undone extends Error {}

/** Everything that is derived, as text, after these observations were made in this order. */
function derivedFrom(
  observations: readonly NewObservation[],
  how: 'one by one' | 'rebuilt' | 'at once' | readonly number[] = 'one by one',
): string {
  let derived = '';
  try {
    sqlite.transaction(() => {
      const records = openRecords({ sqlite });
      if (Array.isArray(how)) deriveInGroups(records, observations, how);
      else if (how === 'at once') records.observeAll(observations);
      else for (const observation of observations) records.observe(observation);
      if (how === 'rebuilt') records.rebuild();
      derived = dump();
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return derived;
}

/** Appends so many at a time, and derives then. */
function deriveInGroups(
  records: ReturnType<typeof openRecords>,
  observations: readonly NewObservation[],
  sizes: readonly number[],
): void {
  const repository = createObservationsRepository(createQueries(sqlite), sqlite.seal);
  const left = observations.map((one) => placeObservation(one));
  for (let turn = 0; left.length > 0; turn += 1) {
    const group = left.splice(0, sizes[turn % sizes.length]);
    records.deriveFrom(group.filter((one) => repository.append(one)));
  }
}

/** Rows in the order of their ids; the number of a row is its arrival and no knowledge. */
function dump(): string {
  const withoutRow = (table: string) =>
    (sqlite.all(`SELECT * FROM ${table}`) as Record<string, unknown>[])
      .map(({ record: _row, ...row }) => JSON.stringify(row))
      .sort();
  const search = sqlite.all(
    'SELECT kind, id, text FROM record_search JOIN records ON records.record = record_search.rowid ORDER BY kind, id',
  );
  return JSON.stringify(
    [
      withoutRow('records'),
      withoutRow('customer_columns'),
      withoutRow('customer_statuses'),
      withoutRow('customer_queue'),
      withoutRow('virtual_account_columns'),
      withoutRow('bank_account_columns'),
      search,
    ],
    null,
    1,
  );
}

describe('records', () => {
  it('are the same bytes for any order and any duplication', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(observationsInAnyOrder, ({ all, other }) => {
        expect(derivedFrom(other)).toBe(derivedFrom(all));
      }),
      { numRuns: 250, seed: 20261120 },
    );
  });

  it('are the same bytes when thrown away and rebuilt', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(recordObservation, { minLength: 1, maxLength: 8 }), (all) => {
        expect(derivedFrom(all, 'rebuilt')).toBe(derivedFrom(all));
      }),
      { numRuns: 150, seed: 20261121 },
    );
  });

  it('are the same bytes when several are made at once', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(recordObservation, { minLength: 1, maxLength: 4 }), (all) => {
        expect(derivedFrom(all, 'at once')).toBe(derivedFrom(all));
      }),
      { numRuns: 100, seed: 20261122 },
    );
  });

  it('are the same bytes when they are derived after several were appended', {
    timeout: 60_000,
  }, () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(observationsInAnyOrder, sizes, ({ all, other }, groups) => {
        expect(derivedFrom(other, groups)).toBe(derivedFrom(all));
      }),
      { numRuns: 60, seed: 20261126 },
    );
  });

  it('are the same bytes whenever the events were sent again', { timeout: 60_000 }, () => {
    const again = observationsInAnyOrder.chain(({ all, other }) => {
      const moved = fc.constantFrom(null, '2026-11-20T12:00:00.000Z', '2099-01-01T00:00:00.000Z');
      const updates = fc.array(moved, { minLength: other.length, maxLength: other.length });
      return fc.record({ all: fc.constant(all), other: fc.constant(other), updates });
    });
    const sent = (one: NewObservation, eventUpdated: string | null): NewObservation => ({
      ...one,
      source: one.source === 'webhook-record' ? 'delivery' : one.source,
      eventCreated:
        instantOf(one.eventCreated) === null ? one.observedAt : (one.eventCreated ?? null),
      eventUpdated,
    });
    fc.assert(
      fc.property(again, ({ all, other, updates }) => {
        const moved = other.map((one, at) => sent(one, updates[at] ?? null));
        expect(derivedFrom(moved)).toBe(derivedFrom(all.map((one) => sent(one, null))));
      }),
      { numRuns: 60, seed: 20261127 },
    );
  });

  it('differ when what was observed differs, so that the proof could fail', () => {
    const one: NewObservation = {
      kind: 'customer',
      id: 'customer_1',
      source: 'read',
      observedAt: '2026-11-20T12:00:00.000Z',
      body: { email: 'ada@example.com' },
    };
    expect(derivedFrom([one])).not.toBe(derivedFrom([{ ...one, body: { email: null } }]));
  });
});
