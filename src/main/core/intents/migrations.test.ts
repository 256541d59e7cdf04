import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { explained } from '../../../platform/testing/explained.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { createIntentsRepository } from './intents-repository.ts';
import { intentsMigrations } from './migrations.ts';
import { openResolutions } from './resolutions.ts';
import { giveBackLeftOverRoom } from './room.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase(intentsMigrations);
});

const insert = (key: string, state: string) =>
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, fingerprint, journalled_at, sentence, messages)
     VALUES (?, 'createCustomer', ?, '{}', 'f', '2026-11-20T12:00:00.000Z', '', '[]')`,
    [key, state],
  );

it('knows no other states than those that are drawn', () => {
  for (const state of ['journalled', 'created', 'refused', 'not-sent', 'unknown']) {
    insert(state, state);
  }
  expect(() => insert('x', 'resent')).toThrow(/CHECK/);
});

it('holds one row a key', () => {
  insert('a', 'unknown');
  expect(() => insert('a', 'journalled')).toThrow(/UNIQUE/);
});

it('lets an intent settle once', () => {
  insert('a', 'journalled');
  sqlite.exec("UPDATE intents SET state = 'unknown'");
  expect(() => sqlite.exec("UPDATE intents SET state = 'journalled'")).toThrow(/never changes/);
});

it('gives back room whose intent is settled or was never journalled', () => {
  insert('a', 'journalled');
  insert('b', 'created');
  sqlite.exec("INSERT INTO intent_room VALUES ('a', x'00'), ('b', x'00'), ('c', x'00')");
  giveBackLeftOverRoom(sqlite);
  expect(sqlite.all('SELECT key FROM intent_room')).toEqual([{ key: 'a' }]);
});

it('reads every list of intents by an index, without sorting', () => {
  const { plans, all } = explained(sqlite);
  const repository = createIntentsRepository({ ...sqlite, all });
  const page = { offset: 0, limit: 10 };
  repository.page({ ...page, state: 'unknown' });
  repository.page({ ...page, state: 'absent', before: 'a' });
  repository.page({ ...page, operation: 'createCustomer' });
  repository.page(page);
  repository.unsettled();
  repository.alike('createCustomer', 'f');
  // The last word of a person is looked up beside each.
  const standing = (plan: string) =>
    expect.stringMatching(new RegExp(`^${plan}; SEARCH settlements`));
  expect(plans.map((steps) => steps.join('; '))).toEqual([
    standing('SEARCH intents USING INDEX intents_by_state \\(state=\\?\\)'),
    expect.stringMatching(
      /^SEARCH intents USING INDEX intents_by_state \(state=\? AND sequence<\?\); SCALAR/,
    ),
    standing('SEARCH intents USING INDEX intents_by_operation \\(operation=\\?\\)'),
    standing('SCAN intents'),
    'SEARCH intents USING INDEX intents_by_state (state=?)',
    standing(
      'SEARCH intents USING INDEX intents_by_fingerprint \\(operation=\\? AND fingerprint=\\?\\)',
    ),
  ]);
  expect(plans.join()).not.toContain('TEMP B-TREE');
});

it('a journal stands as it was, and its unknown writes can be settled', () => {
  const old = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(old, intentsMigrations);
  old.exec(`
    INSERT INTO intents (key, operation, state, input, journalled_at, settled_at, resource_id, sentence, messages, status)
      VALUES
        ('lost', 'createCustomer', 'unknown', '{"email":"a@b.c"}', '2026-11-20T12:00:00.000Z',
          '2026-11-20T12:00:30.000Z', NULL, 'No answer came.', '["as it was"]', NULL),
        ('made', 'createCustomer', 'created', '{}', '2026-11-20T12:01:00.000Z',
          '2026-11-20T12:01:01.000Z', 'customer_b', 'Created.', '[]', 201)`);
  const repository = createIntentsRepository(old);
  expect(repository.get('lost')).toMatchObject({
    state: 'unknown',
    input: { email: 'a@b.c' },
    messages: ['as it was'],
    repeats: null,
  });
  expect(repository.get('made')).toMatchObject({ state: 'created', resourceId: 'customer_b' });
  const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
  const settlements = openResolutions({ sqlite: old, clock, by: () => 'grace' });
  const settle = (intentKey: string) =>
    settlements.append({ intentKey, verdict: 'exists', resourceId: 'customer_a', how: 'id' });
  settle('lost');
  expect(repository.get('lost')).toMatchObject({ state: 'exists', resourceId: 'customer_a' });
  expect(() => settle('made')).toThrow(/only an unknown outcome/);
  expect(settlements.claimantOf('customer_b')).toBe('made');
  old.close();
});
