import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { records1 } from './records-1.ts';
import { records2 } from './records-2.ts';
import { records3 } from './records-3.ts';

it('finds event look-ups by their arrival, of before and after, without a walk over all', () => {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-records-3-'));
  const sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32) });
  try {
    migrate(sqlite, [records1, records2]);
    const observe = (arrival: number, source: string) =>
      sqlite.run(
        "INSERT INTO observations (arrival, observation_id, kind, id, source, is_entered, effective_at, rank, body_sha256, observed_at, deviations, body) VALUES (?, ?, 'event', 'event_a', ?, 0, 0, 0, '', '', '[]', '{}')",
        [arrival, String(arrival), source],
      );
    observe(1, 'event-look-up');
    migrate(sqlite, [records1, records2, records3]);
    observe(2, 'delivery');
    observe(3, 'event-look-up');
    const sql =
      "SELECT arrival FROM observations INDEXED BY observations_looked_up WHERE kind = 'event' AND source = 'event-look-up' AND arrival > 0 ORDER BY arrival";
    expect(sqlite.all(sql)).toEqual([{ arrival: 1 }, { arrival: 3 }]);
    expect(sqlite.all(`EXPLAIN QUERY PLAN ${sql}`)).toMatchObject([
      { detail: expect.stringContaining('INDEX observations_looked_up (arrival>?)') },
    ]);
  } finally {
    sqlite.close();
    rmSync(directory, { recursive: true });
  }
});
