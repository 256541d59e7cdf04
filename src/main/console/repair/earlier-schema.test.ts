/** A damaged database that an earlier version wrote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { systemRandom } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { noEntries } from '../../features/handover/outcome.ts';
import { profileMigrations } from '../profile-session.ts';
import { repairCalls } from './repair-calls.ts';
import { type RepairParts, repairDatabase } from './repair-database.ts';
import { hasTable } from './repair-kinds.ts';

const key = Buffer.alloc(32, 7);
const calls = repairCalls as Record<string, (...values: readonly unknown[]) => unknown>;
const run = async (name: string, ...values: readonly unknown[]) => await calls[name]?.(...values);

it.each([
  '2026-11-24',
  '2026-11-26',
  '2026-11-26-handover-short',
  '2026-11-26-team',
  '2026-11-27',
  '2026-12',
])('from before %s is repaired, and has the schema of now', async (before) => {
  const root = mkdtempSync(join(tmpdir(), 'causeway-earlier-'));
  const file = join(root, 'records.db');
  const migrations = profileMigrations;
  const damaged = openSqlite({ file, key });
  migrate(
    damaged,
    migrations.filter(({ id }) => id < before),
  );
  damaged.exec(`
    INSERT INTO annotation_labels (kind, id, folded, label, written_at)
      VALUES ('customer', 'customer_1', 'vip', 'VIP', '2026-11-20T12:00:00.000Z')`);
  // One of them is lost: those after it would come into its place.
  if (hasTable(damaged, 'team_hashes'))
    damaged.exec(`
      INSERT INTO team_hashes VALUES ('s', 'a', 1, '${'01'.repeat(32)}'),
        ('s', 'a', 3, '${'03'.repeat(32)}')`);
  damaged.close();
  const outcome = await repairDatabase(
    {
      dataDir: root,
      clock: { now: () => 0 } as RepairParts['clock'],
      random: systemRandom,
      person: () => null,
      run: run as RepairParts['run'],
    },
    { kind: 'records', file: 'records.db', keys: [key], migrations },
  );
  expect(outcome.lostOrigins).toEqual(noEntries());
  const sqlite = openSqlite({ file, key });
  expect(sqlite.texts('SELECT label FROM annotation_labels')).toEqual(['VIP']);
  expect(sqlite.texts('SELECT id FROM migrations')).toHaveLength(migrations.length);
  expect(sqlite.all('SELECT * FROM team_chains')).toEqual([]);
  expect(sqlite.texts('SELECT action FROM audit_log')).toEqual(['database.repaired']);
  sqlite.close();
  rmSync(root, { recursive: true });
});
