import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { profileMigrations } from '../profile-session.ts';
import { mergeProfile } from './merge-profile.ts';

it('brings along from which computers entries of hand-over files are, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-origins-'));
  const database = (number: number) => {
    const key = new Uint8Array(32).fill(number);
    return { file: join(folder, `${number}.db`), key, sealKey: key };
  };
  const [from, into] = [database(1), database(2)];
  try {
    for (const one of [from, into]) {
      const sqlite = openSqlite(one);
      migrate(sqlite, profileMigrations);
      if (one === from) {
        sqlite.exec(`
          INSERT INTO handover_files VALUES ('f', 'c', 'ada', '-', '-');
          INSERT INTO handover_computers VALUES ('c', 'Laptop');
          INSERT INTO handover_entries VALUES ('e', 'c', 'f', 'note', 'customer', 'customer_1', 'n', '-');
          INSERT INTO handover_raw VALUES ('o', 'r');
          INSERT INTO handover_resolutions VALUES ('s', '[]');`);
      }
      sqlite.close();
    }
    const order = { from, into, backup: { id: 'b', createdAt: '-' }, person: null, ledger: [] };
    expect(mergeProfile(order).brought.origins).toBe(5);
    expect(mergeProfile(order)).toMatchObject({ brought: { origins: 0 }, here: { origins: 5 } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
