/** A restore that is killed at any moment leaves a profile as it was, or with all that the backup has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openRecords } from '../../core/records/records.ts';
import { profileMigrations } from '../profile-session.ts';
import { mergeProfile } from './merge-profile.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

const keyOf = (name: string) => Buffer.alloc(32, name);
const many = 400;

function make(name: string, count: number): void {
  const sqlite = openSqlite({ file: join(root, name), key: keyOf(name) });
  migrate(sqlite, profileMigrations);
  const records = openRecords({ sqlite });
  sqlite.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      records.observe({
        kind: 'customer',
        id: `customer_${index}`,
        source: 'read',
        raw: Buffer.from('raw'),
        body: { id: `customer_${index}`, email: `${index}@example.com` },
        observedAt: '2026-11-24T09:00:00.000Z',
      });
    }
  });
  sqlite.close();
}

const orderOf = (name: string) => ({
  from: { file: join(root, 'from'), key: keyOf('from'), sealKey: keyOf('from') },
  into: { file: join(root, name), key: keyOf(name), sealKey: keyOf(name) },
  backup: { id: 'ab', createdAt: '2026-11-24T09:00:00.000Z' },
  person: null,
  ledger: [],
});

function countsOf(name: string): (string | undefined)[] {
  const sqlite = openSqlite({ file: join(root, name), key: keyOf(name) });
  try {
    return ['observations', 'records', 'audit_log', 'customer_columns'].map(
      (table) => sqlite.texts(`SELECT CAST(count(*) AS TEXT) FROM ${table}`)[0],
    );
  } finally {
    sqlite.close();
  }
}

const program = (name: string) => `
  import { mergeProfile } from ${JSON.stringify(join(import.meta.dirname, 'merge-profile.ts'))};
  const keyOf = (name) => Buffer.alloc(32, name);
  process.stdout.write('.');
  mergeProfile({
    from: { file: ${JSON.stringify(join(root, 'from'))}, key: keyOf('from'), sealKey: keyOf('from') },
    into: {
      file: ${JSON.stringify(join(root, name))},
      ...{ key: keyOf(${JSON.stringify(name)}), sealKey: keyOf(${JSON.stringify(name)}) },
    },
    backup: { id: 'ab', createdAt: '2026-11-24T09:00:00.000Z' }, person: null, ledger: [],
  });
`;

it('nothing or all, at six moments; then the next run completes it', async () => {
  make('from', many);
  const whole = [many, many, 1, many].map(String);
  for (let round = 0; round < 6; round += 1) {
    const name = `into-${round}`;
    make(name, 0);
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program(name)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    await after(round * 40);
    child.kill('SIGKILL');
    await ended;
    expect([['0', '0', '0', '0'], whole]).toContainEqual(countsOf(name));
    mergeProfile(orderOf(name));
    expect(countsOf(name)).toEqual(whole);
    expect(mergeProfile(orderOf(name)).brought).toMatchObject({ observations: 0, records: 0 });
    expect(countsOf(name)).toEqual(whole);
  }
}, 240_000);
