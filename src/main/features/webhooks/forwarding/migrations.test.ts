import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { forwardingMigrations } from './migrations.ts';
import { createQueue } from './queue.ts';
import { createTargets } from './targets.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, forwardingMigrations);
  sqlite.exec(`
    INSERT INTO forward_targets (id, name, url, events, created_at, source_id, cursor)
      VALUES ('target_a', 'Ledger', 'https://ledger.example/in', '["payout.paid"]',
        '2026-11-20T12:00:00.000Z', 'inbox_a', 7);
    INSERT INTO forwards (id, target_id, source_id, arrival, is_replay, state, queued_at, attempts,
        status, last_ms, last_tried_at, next_try, sentence)
      VALUES
        ('taken', 'target_a', 'inbox_a', 5, 0, 'delivered', '2026-11-20T12:00:01.000Z', 1, 200, 12.5,
          '2026-11-20T12:00:02.000Z', NULL, 'Taken.'),
        ('refused', 'target_a', 'inbox_a', 6, 0, 'failed', '2026-11-20T12:00:03.000Z', 9, 500, 8,
          '2026-11-20T12:00:04.000Z', NULL, 'The address answered 500.'),
        ('waits', 'target_a', 'inbox_a', 7, 0, 'waiting', '2026-11-20T12:00:05.000Z', 0, NULL, NULL,
          NULL, 1000, 'Waits for its turn.');`);
});
afterEach(() => sqlite.close());

describe('forwards of before', () => {
  it('are not lent, and none is taken for another delivery', () => {
    expect(createTargets(sqlite).list()).toMatchObject([
      { id: 'target_a', events: ['payout.paid'], isPaused: false, isLent: false, cursor: 7 },
    ]);
    const queue = createQueue(sqlite, () => null);
    expect(queue.has('target_a', 'bytes')).toBe(false);
    expect(queue.next('target_a')).toMatchObject({ id: 'waits', arrival: 7, nextTry: 1_000 });
    expect(queue.last('target_a')).toEqual({
      at: '2026-11-20T12:00:04.000Z',
      sentence: 'The address answered 500.',
    });
  });

  it('know the same bytes again from now on', () => {
    const queue = createQueue(sqlite, () => null);
    const queuedAt = '2026-11-21T12:00:00.000Z';
    const forward = { targetId: 'target_a', sourceId: 'inbox_a', arrival: 8, queuedAt };
    queue.insert({ ...forward, id: 'new', isReplay: false, sameness: 'bytes', nextTry: 2_000 });
    expect(queue.has('target_a', 'bytes')).toBe(true);
    expect(queue.ofDelivery(8, 'inbox_a')).toMatchObject([{ id: 'new', targetName: 'Ledger' }]);
  });
});

it('counts what stands where as it comes', () => {
  const counts = { waiting: 1, delivered: 1, failed: 1 };
  expect(createQueue(sqlite, () => null).countsOfTarget('target_a')).toEqual(counts);
});
