/** What a team's log brings after a customer was erased here. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { openRecords } from '../../core/records/records.ts';
import type { Entry } from '../../features/handover/entries.ts';
import { profileMigrations } from '../profile-session.ts';
import { eraseAgain } from './erase-again.ts';
import { reduceErased } from './reduce-erased.ts';

const at = '2026-02-01T12:00:00.000Z';
const pooled = 'GB33BUKB20201555555555';
const own = 'DE02100500000024290661';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  erase(null);
});
afterEach(() => sqlite.close());

function erase(liftedAt: string | null): void {
  const erasure = {
    customerId: 'customer_ada',
    at,
    by: null,
    reason: 'Asked',
    liftedAt,
    liftedBy: null,
    liftReason: null,
  };
  sqlite.transaction(() => eraseAgain(sqlite, [erasure]));
}

const accountOf = (who: string, bankAccountNumber: string) => ({
  kind: 'virtualAccount' as const,
  id: `virtualAccount_${who}`,
  source: 'read' as const,
  observedAt: at,
  body: { customer: `customer_${who}`, depositInstructions: { bankAccountNumber } },
});
const observed = (who: string, number: string): Entry => ({
  what: 'observation',
  from: [],
  content: {
    ...accountOf(who, number),
    happenedAt: null,
    eventId: null,
    intentKey: null,
    deviations: [],
    raw: null,
  },
});
const note = (text: string, written_at = at): Entry => ({
  what: 'note',
  from: [],
  content: { note_id: 'n', kind: 'customer', id: 'customer_bob', text, written_at },
});
const texts = ['to GB33 BUKB 2020 1555 5555 55', `to ${own}`];
const reduceNotes = (...first: Entry[]) => {
  const reduce = sqlite.transaction(() => reduceErased(sqlite)());
  const before = first.map(reduce);
  const left = texts.map((text) => reduce(note(text)));
  return { before, left };
};
const gone = [note(texts[0] ?? ''), note('to (erased)')];

it('leaves an account number that others here have too to them', () => {
  openRecords({ sqlite }).observe(accountOf('bob', pooled));
  expect(reduceNotes(observed('ada', pooled), observed('ada', own)).left).toEqual(gone);
});

it('leaves it to whose account comes after', () => {
  const bobs = observed('bob', pooled);
  const { before, left } = reduceNotes(observed('ada', pooled), observed('ada', own), bobs);
  expect(before.at(-1)).toEqual(bobs);
  expect(left).toEqual(gone);
});

it('takes a number out that stands in accounts of the same customer alone', () => {
  openRecords({ sqlite }).observe(accountOf('ada', pooled));
  const { left } = reduceNotes(observed('ada', pooled), observed('ada', own));
  expect(left).toEqual([note('to (erased)'), note('to (erased)')]);
});

it('takes nothing out of what was written since the customer is recorded again', () => {
  const since = '2026-02-05T12:00:00.000Z';
  erase('2026-02-03T12:00:00.000Z');
  const reduce = reduceErased(sqlite)();
  reduce(observed('ada', own));
  const text = `to ${own}`;
  expect([at, since].map((written) => reduce(note(text, written)))).toEqual([
    note('to (erased)'),
    note(text, since),
  ]);
});
