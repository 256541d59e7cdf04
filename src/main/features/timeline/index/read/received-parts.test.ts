import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openSqlite } from '../../../../../platform/sqlite.ts';
import { inReceivedParts } from './tally.ts';

const counted = z.object({ events: z.int() });

it('goes through all that was heard by a moment, each once, a part at a time', () => {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-heard-'));
  const sqlite = openSqlite({ file: join(directory, 'i.db'), key: new Uint8Array(32).fill(4) });
  try {
    sqlite.exec(`CREATE TABLE events (key INTEGER PRIMARY KEY, heard_at INTEGER, traits INTEGER);
      CREATE INDEX events_by_heard ON events (heard_at, traits);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49999)
      INSERT INTO events SELECT i, i / 3, 1 FROM n;`);
    for (const [knownAt, expected] of [
      [-1, []],
      [0, [3]],
      [9_999, [20_001, 9_999]],
      [99_999, [20_001, 20_001, 9_998]],
    ] as const) {
      const parts: number[] = [];
      const steps = inReceivedParts(sqlite, knownAt, (after, upTo) => {
        const sql = 'SELECT count(*) AS events FROM events WHERE heard_at > ? AND heard_at <= ?';
        parts.push(counted.parse(sqlite.first(sql, [after, upTo])).events);
      });
      let turns = 0;
      while (steps.next().done !== true) turns += 1;
      expect(parts).toEqual(expected);
      expect(turns).toBe(expected.length);
    }
  } finally {
    sqlite.close();
    rmSync(directory, { recursive: true });
  }
});
