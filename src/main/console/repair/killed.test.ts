/** A repair that is killed at any moment leaves the damaged files whole, and a database in their place. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openRecords } from '../../core/records/records.ts';
import { profileMigrations } from '../profile-session.ts';
import { finishRepairs } from './repair-database.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

const key = Buffer.alloc(32, 7);
const many = 400;

/** A database with a page that can't be read, and what its files hold. */
function makeDamaged(): Map<string, Buffer> {
  const file = join(root, 'records.db');
  const sqlite = openSqlite({ file, key });
  migrate(sqlite, profileMigrations);
  const records = openRecords({ sqlite });
  sqlite.transaction(() => {
    for (let index = 0; index < many; index += 1) {
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
  const bytes = readFileSync(file);
  bytes.fill(0, bytes.length - 40 * 4_096, bytes.length - 39 * 4_096);
  writeFileSync(file, bytes);
  writeFileSync(`${file}-wal`, '');
  return new Map([
    ['records.db', bytes],
    ['records.db-wal', Buffer.alloc(0)],
  ]);
}

const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
const program = () => `
  import { profileMigrations } from ${at('../profile-session.ts')};
  import { systemClock } from ${at('../../../platform/clock.ts')};
  import { systemRandom } from ${at('../../../platform/random.ts')};
  import { repairCalls } from ${at('./repair-calls.ts')};
  import { repairDatabase } from ${at('./repair-database.ts')};
  process.stdout.write('.');
  await repairDatabase(
    {
      dataDir: ${JSON.stringify(root)}, clock: systemClock, random: systemRandom, person: () => null,
      run: async (name, ...values) => repairCalls[name](...values),
    },
    { kind: 'records', file: 'records.db', keys: [Buffer.alloc(32, 7)], migrations: profileMigrations },
  );
  process.stdout.write('.');
  setInterval(() => undefined, 1_000);
`;

/** Folders with the files that were put aside. */
const asides = () => readdirSync(root).filter((name) => name.startsWith('damaged-'));

/** `toEqual` would compare millions of bytes one by one. */
function requireFiles(folder: string, files: ReadonlyMap<string, Buffer>): void {
  const changed = [...files].filter(
    ([name, bytes]) => !readFileSync(join(folder, name)).equals(bytes),
  );
  expect(changed.map(([name]) => name)).toEqual([]);
}

function requireWhole(files: ReadonlyMap<string, Buffer>): boolean {
  finishRepairs(root);
  expect(readdirSync(root).filter((name) => /^\.repairing|repair\.json/.test(name))).toEqual([]);
  const [aside] = asides().filter((name) => readdirSync(join(root, name)).length > 0);
  const folder = aside === undefined ? root : join(root, aside);
  requireFiles(folder, files);
  expect(existsSync(join(root, 'records.db'))).toBe(true);
  if (aside === undefined) return false;
  const sqlite = openSqlite({ file: join(root, 'records.db'), key });
  expect(openRecords({ sqlite }).ids('customer').length).toBeGreaterThan(many / 2);
  sqlite.close();
  return true;
}

it('killed at four moments, nothing of the damaged files is lost', async () => {
  const moments = [0, 200, 500, null];
  for (const moment of moments) {
    const files = makeDamaged();
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    await (moment === null ? once(child.stdout, 'data') : after(moment));
    child.kill('SIGKILL');
    await ended;
    const isDone = requireWhole(files);
    if (moment === null) expect(isDone).toBe(true);
    rmSync(root, { recursive: true });
    mkdirSync(root);
  }
}, 120_000);

it('a note of a repair that can’t be read is named, and nothing is moved', () => {
  const files = makeDamaged();
  writeFileSync(join(root, 'repair.json'), '{');
  expect(() => finishRepairs(root)).toThrow(/repair\.json is damaged/);
  requireFiles(root, files);
});

it.each([0, 1, 2, 3])('the next start goes on after %i moves', (moves) => {
  const files = makeDamaged();
  const made = join(root, '.repairing-ab', 'made.db');
  mkdirSync(join(root, '.repairing-ab'));
  mkdirSync(join(root, 'damaged-now'));
  const sqlite = openSqlite({ file: made, key });
  migrate(sqlite, profileMigrations);
  sqlite.close();
  const fresh = readFileSync(made);
  const note = {
    version: 1,
    file: 'records.db',
    made: '.repairing-ab/made.db',
    folder: 'damaged-now',
  };
  writeFileSync(join(root, 'repair.json'), JSON.stringify(note));
  const steps = [
    () => renameSync(join(root, 'records.db-wal'), join(root, 'damaged-now', 'records.db-wal')),
    () => renameSync(join(root, 'records.db'), join(root, 'damaged-now', 'records.db')),
    () => renameSync(made, join(root, 'records.db')),
  ];
  for (const step of steps.slice(0, moves)) step();
  finishRepairs(root);
  requireFiles(join(root, 'damaged-now'), files);
  requireFiles(root, new Map([['records.db', fresh]]));
  expect(existsSync(join(root, 'repair.json'))).toBe(false);
});
