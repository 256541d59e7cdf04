import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import { bulkMigrations } from './migrations.ts';
import { createRunsRepository } from './runs-repository.ts';

const intent = (
  key: string,
  state: string,
  more: { id?: string; repeats?: string; cause?: string } = {},
) =>
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages, resource_id, repeats, cause)
     VALUES (?, 'createCustomer', ?, '{}', '2026-11-21T12:00:00.000Z', '', '[]', ?, ?, ?)`,
    [key, state, more.id ?? null, more.repeats ?? null, more.cause ?? null],
  );

const row = (row: number, state: string, key: string | null, id: string | null = null) =>
  sqlite.run(
    `INSERT INTO bulk_rows (run, row, state, input, fingerprint, key, resource_id, is_second, has_mismatch)
     VALUES (1, ?, ?, '{"email":"a@b.c"}', 'f', ?, ?, 1, 1)`,
    [row, state, key, id],
  );

const standing = () =>
  sqlite.all(
    'SELECT row, state, key, resource_id AS id FROM bulk_standing_rows WHERE run = 1 ORDER BY row',
  );

const migrations = [...recordsMigrations, ...intentsMigrations, ...bulkMigrations];
let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, migrations);
  sqlite.run(
    `INSERT INTO bulk_runs (id, kind, file_name, sha256, columns, created_at, state)
     VALUES ('run', 'customer', 'new.csv', 'ab', '[]', '2026-11-21T12:00:00.000Z', 'done')`,
    [],
  );
  intent('created', 'created', { id: 'customer_1' });
  row(2, 'created', 'created', 'customer_1');
  intent('lost', 'unknown');
  row(3, 'unknown', 'lost');
  intent('resent', 'unknown');
  intent('resent-2', 'unknown', { repeats: 'resent' });
  intent('resent-3', 'refused', { repeats: 'resent-2' });
  row(4, 'unknown', 'resent');
  intent('settled', 'unknown');
  sqlite.exec(`INSERT INTO settlements (intent_key, verdict, resource_id, how, settled_by, settled_at)
    VALUES ('settled', 'exists', 'customer_5', 'id', 'grace', '2026-11-21T12:30:00.000Z')`);
  row(5, 'unknown', 'settled');
  row(6, 'waiting', 'next');
  sqlite.exec(`INSERT INTO bulk_attempts VALUES ('before', 1, 6, 1, 1)`);
});
afterEach(() => sqlite.close());

const plain = [
  { row: 2, state: 'created', key: 'created', id: 'customer_1' },
  { row: 3, state: 'unknown', key: 'lost', id: null },
];
const settled = { row: 5, state: 'created', key: 'settled', id: 'customer_5' };
const waits = { row: 6, state: 'waiting', key: 'next', id: null };
const followed = [
  ...plain,
  { row: 4, state: 'refused', key: 'resent-3', id: null },
  settled,
  waits,
];

describe('rows of a run', () => {
  it('follow what sends them again, and no view is worked out whole for them', () => {
    expect(standing()).toEqual(followed);
    const plan = sqlite.all(
      'EXPLAIN QUERY PLAN SELECT state FROM bulk_standing_rows WHERE run = 3',
    );
    expect(JSON.stringify(plan)).not.toMatch(/MATERIALIZE|SCAN intents/);
  });

  it('are not refused that were one too many, as an answer told that was kept late', () => {
    for (const [at, cause] of ['rate-limited', 'unauthorized', 'invalid'].entries()) {
      intent(cause, 'refused', { cause });
      row(7 + at, 'unknown', cause);
    }
    const settle = (key: string, verdict: string) =>
      sqlite.run(
        `INSERT INTO settlements (intent_key, verdict, how, settled_by, settled_at)
         VALUES (?, ?, 'word', 'grace', '2026-11-21T12:30:00.000Z')`,
        [key, verdict],
      );
    // Of what was sent before it nobody knows; a person said that it was not created; and took that back.
    for (const [at, verdicts] of [[], ['absent'], ['absent', 'unknown']].entries()) {
      intent(`first-${at}`, 'unknown');
      for (const verdict of verdicts) settle(`first-${at}`, verdict);
      intent(`second-${at}`, 'refused', { cause: 'rate-limited', repeats: `first-${at}` });
      row(10 + at, 'unknown', `first-${at}`);
    }
    const states = z.array(z.object({ row: z.number(), state: z.string() })).parse(standing());
    expect(states.slice(-6).map(({ state }) => state)).toEqual([
      'unsent',
      'unsent',
      'refused',
      'refused',
      'unsent',
      'refused',
    ]);
  });

  it('are read, counted and sent on', () => {
    expect(standing()).toEqual(followed);
    const runs = createRunsRepository(sqlite, () => undefined);
    expect(runs.get('run')).toMatchObject({ number: 1, fileName: 'new.csv', state: 'done' });
    expect([runs.departed(1), runs.attemptsAgain(1)]).toEqual([['customer_1'], 1]);
    const [waiting] = runs.waiting(1, 10);
    expect(waiting).toMatchObject({ row: 6, key: 'next', input: { email: 'a@b.c' } });
    runs.setSending(['next']);
    runs.end({ key: 'next', state: 'created', resourceId: 'customer_6', hasMismatch: true });
    expect(standing().at(-1)).toEqual({ ...waits, state: 'created', id: 'customer_6' });
    expect(runs.departed(1)).toEqual(['customer_1', 'customer_6']);
  });

  it('are compared with what came after they were looked at, also of a version before', () => {
    const old = openMemorySqlite(createSeal(new Uint8Array(32)));
    migrate(
      old,
      migrations.filter(({ id }) => id !== '2026-11-29-bulk-5'),
    );
    const records = openRecords({ sqlite: old });
    const learn = (id: string, name: string) =>
      records.observe({
        kind: 'customer',
        id,
        source: 'entered',
        body: { id, name },
        observedAt: '2026-11-20T12:00:00.000Z',
      });
    const run = (id: string, known: number) =>
      old.run(
        `INSERT INTO bulk_runs
           (id, kind, file_name, sha256, columns, created_at, state, known_intents, known_records)
         VALUES (?, 'customer', 'new.csv', 'ab', '[]', '', 'paused', 0, ?)`,
        [id, known],
      );
    learn('customer_2', 'Ada');
    learn('customer_2', 'Ada Byron');
    run('one', 1);
    learn('customer_1', 'Grace');
    run('all', 2);
    migrate(old, migrations);
    const runs = createRunsRepository(old, () => undefined);
    expect(runs.get('one')?.knownUntil).toEqual({ intents: 0, arrival: 2 });
    expect(runs.get('all')?.knownUntil).toEqual({ intents: 0, arrival: 3 });
    old.close();
  });
});
