import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { systemRandom } from '../../../platform/random.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite, openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import type { NewObservation } from '../../core/records/types.ts';
import { observationOf } from './compare.ts';
import { createImports } from './imports.ts';
import { readTable } from './read-table.ts';
import { readIds } from './read-text.ts';

let directory: string;
let sqlite: Sqlite;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-import-order-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(9) });
  migrate(sqlite, recordsMigrations);
});
afterAll(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

const moments = [
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T12:00:00.000Z',
  '2026-11-20T14:00:00.000Z',
] as const;
const profiles = (status: string, required: readonly string[]) => [
  { name: 'base', status, criteria: { required, pending: [] } },
];

/** What a delivery or a look-up may tell of the customer. */
const told: fc.Arbitrary<NewObservation> = fc
  .record({
    body: fc.record(
      {
        email: fc.constantFrom('a@example.com', 'b@example.com', null),
        type: fc.constantFrom('individual', 'business'),
        verificationProfiles: fc.constantFrom(
          profiles('incomplete', ['photo_id', 'email_address']),
          profiles('pending', []),
          profiles('approved', []),
          profiles('frozen', []),
        ),
      },
      { requiredKeys: [] },
    ),
    eventUpdated: fc.constantFrom(...moments),
    observedAt: fc.constantFrom(...moments),
    source: fc.constantFrom('delivery' as const, 'event-look-up' as const),
  })
  .map((observation) => ({ ...observation, kind: 'customer', id: 'customer_ada' }));

/** What a person brought, by id and from a table. */
const brought: NewObservation[] = [
  readIds('customer_ada', null),
  readTable('id,email\ncustomer_ada,hand@example.com', {
    kind: 'customer',
    columns: null,
    maxTableRows: 10,
  }),
].flatMap(({ candidates }, index) =>
  candidates.map((candidate) => observationOf(candidate, moments[index] ?? moments[0])),
);

class Undone extends Error {}

function derivedFrom(observations: readonly NewObservation[]): string {
  let derived = '';
  try {
    sqlite.transaction(() => {
      const records = openRecords({ sqlite });
      for (const observation of observations) records.observe(observation);
      const { record: _row, ...queue } = sqlite.first('SELECT * FROM customer_queue') as Record<
        string,
        unknown
      >;
      const { observations: _all, ...record } = records.get('customer', 'customer_ada') ?? {};
      derived = JSON.stringify([record, queue, records.columns('customer', 'customer_ada')]);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return derived;
}

it('what was brought and what was told before and after make the same record in any order', () => {
  const orders = fc
    .array(told, { maxLength: 6 })
    .map((all) => [...brought, ...all])
    .chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
  fc.assert(
    fc.property(orders, ([all, other]) => {
      expect(derivedFrom(other)).toBe(derivedFrom(all));
    }),
    { numRuns: 300 },
  );
});

it('keeps an event that says again what is known, where one before it says otherwise', async () => {
  const own = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(own, recordsMigrations);
  const records = openRecords({ sqlite: own });
  const eventOf = (number: number, email: string) => ({
    id: `event_${number}`,
    name: 'customer.updated',
    created: moments[number],
    updated: moments[number],
    data: { id: 'customer_eve', email },
  });
  const imports = createImports({
    sqlite: own,
    records,
    random: systemRandom,
    clock: { now: () => Date.parse('2026-11-21T10:00:00.000Z') },
    audit: { append: () => undefined as never },
    onProgress: () => undefined,
    onKept: () => undefined,
  });
  const bring = async (events: readonly object[]) => {
    const { id: uploadId } = imports.upload(null, JSON.stringify(events));
    const order = { form: 'json', kind: 'customer', customerId: null, columns: null } as const;
    const { id, counts } = await imports.preview({ uploadId, ...order });
    await imports.keep({ id, knownAt: null, withChanges: true });
    return counts;
  };
  await bring([eventOf(0, 'a@example.com')]);
  expect(await bring([eventOf(1, 'b@example.com'), eventOf(2, 'a@example.com')])).toMatchObject({
    changes: 1,
    same: 1,
  });
  expect(records.get('customer', 'customer_eve')?.body).toMatchObject({ email: 'a@example.com' });
});
