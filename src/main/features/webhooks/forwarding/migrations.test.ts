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
  migrate(sqlite, forwardingMigrations.slice(0, 1));
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

describe('the second form of forwarding', () => {
  it('lends no address of before, and takes no delivery of before for another', () => {
    migrate(sqlite, forwardingMigrations);
    expect(createTargets(sqlite).list()).toMatchObject([
      { id: 'target_a', events: ['payout.paid'], isPaused: false, isLent: false, cursor: 7 },
    ]);
    const queue = createQueue(sqlite);
    expect(queue.has('target_a', 'bytes')).toBe(false);
    expect(queue.next('target_a')).toMatchObject({ id: 'waits', arrival: 7, nextTry: 1_000 });
    expect(queue.last('target_a')).toEqual({
      at: '2026-11-20T12:00:04.000Z',
      sentence: 'The address answered 500.',
    });
  });

  it('knows the same bytes again from now on', () => {
    migrate(sqlite, forwardingMigrations);
    const queue = createQueue(sqlite);
    const queuedAt = '2026-11-21T12:00:00.000Z';
    const forward = { targetId: 'target_a', sourceId: 'inbox_a', arrival: 8, queuedAt };
    queue.insert({ ...forward, id: 'new', isReplay: false, sameness: 'bytes', nextTry: 2_000 });
    expect(queue.has('target_a', 'bytes')).toBe(true);
    expect(queue.ofDelivery(8, 'inbox_a')).toMatchObject([{ id: 'new', targetName: 'Ledger' }]);
  });
});

describe('the third form of forwarding', () => {
  it('counts what was there, and knows since when an address takes nothing', () => {
    migrate(sqlite, forwardingMigrations.slice(0, 2));
    migrate(sqlite, forwardingMigrations);
    const counts = { waiting: 1, delivered: 1, failed: 1 };
    expect(createQueue(sqlite).countsOfTarget('target_a')).toEqual(counts);
    expect(createTargets(sqlite).get('target_a')?.failing).toEqual({
      since: '2026-11-20T12:00:04.000Z',
      status: 500,
      reason: 'The address answered 500.',
    });
  });
});
