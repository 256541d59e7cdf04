import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { bulkMigrations } from './migrations.ts';
import { openProposedRuns } from './proposed-runs.ts';
import { createRunsRepository, type RunsRepository } from './runs-repository.ts';

let sqlite: Sqlite;
let repository: RunsRepository;
let now: number;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, [...recordsMigrations, ...intentsMigrations, ...bulkMigrations]);
  repository = createRunsRepository(sqlite, () => undefined);
  now = Date.UTC(2026, 10, 20);
});
afterEach(() => sqlite.close());

/** As a profile is opened. */
function open() {
  const proposed = openProposedRuns({
    sqlite,
    repository,
    random: systemRandom,
    clock: { now: () => (now += 1) },
  });
  while (repository.forgetPreparing());
  return proposed;
}

const id = 'a'.repeat(32);
const about = { kind: 'customer', fileName: 'a.csv', sha256: 'f'.repeat(64), columns: [] } as const;
const leftOut = Array.from({ length: 600 }, (_, at) => ({
  row: at + 2,
  reason: `Reason ${at}.`,
  name: 'Ada',
  reference: `K-${at}`,
  ownName: null,
}));
const knownUntil = { intents: 7, arrival: 9 };
const order = { ...about, rows: [], leftOut, confirmations: [], knownUntil };
const nothing = { leftOut: [], knownUntil: { intents: 0, arrival: 0 } };

it('what a proposed file leaves out and was judged by is kept until its run begins, and is no run', async () => {
  await open().keep(id, order);
  expect(open().of(id)).toEqual({ leftOut, knownUntil });
  expect(repository.page(0, 10).total).toBe(0);
  expect(repository.newestOfFile(about.sha256)).toBeNull();
  const run = { ...about, id, createdAt: '', knownUntil };
  repository.prepare(run);
  // Killed before its run began.
  expect(open().of(id)).toEqual({ leftOut, knownUntil });
  const number = repository.prepare(run);
  repository.setState(number, {
    state: 'running',
    stateAt: '',
    cause: null,
    sentence: null,
    endedAt: null,
  });
  expect(open().of(id)).toEqual(nothing);
  expect(sqlite.all('SELECT row FROM bulk_rows')).toEqual([]);
});

it('a file of which nothing was kept, or not all, is compared with whatever is known', async () => {
  expect(open().of(id)).toEqual(nothing);
  sqlite.exec(`CREATE TRIGGER full BEFORE INSERT ON bulk_rows WHEN NEW.row > 300
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  await expect(open().keep(id, order)).rejects.toThrow('the disk is full');
  expect(open().of(id).knownUntil).toEqual(nothing.knownUntil);
});

it('a proposal that can be sent no more is forgotten', async () => {
  await open().keep(id, order);
  now += 30 * 86_400_000;
  expect(open().of(id).knownUntil).toEqual(knownUntil);
  now += 2 * 86_400_000;
  expect(open().of(id)).toEqual(nothing);
  expect(sqlite.all('SELECT number FROM bulk_runs')).toEqual([]);
});

it('a proposal that has ended is forgotten at once, and nothing that is being written beside it', async () => {
  const proposed = open();
  await proposed.keep(id, order);
  await proposed.keep('b'.repeat(32), order);
  const number = repository.prepare({ ...about, id: 'c'.repeat(32), createdAt: '', knownUntil });
  repository.addLeftOut(number, leftOut.slice(0, 1));
  await proposed.forget([id, 'd'.repeat(32)]);
  expect(proposed.of(id)).toEqual(nothing);
  expect(proposed.of('b'.repeat(32))).toEqual({ leftOut, knownUntil });
  expect(sqlite.all('SELECT run FROM bulk_rows')).toHaveLength(leftOut.length + 1);
  expect(sqlite.all('SELECT number FROM bulk_runs')).toHaveLength(2);
});

it('on a full disk it says so, and keeps nothing of the file', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const addLeftOut = vi.spyOn(repository, 'addLeftOut');
  addLeftOut
    .mockImplementationOnce(() => undefined)
    .mockImplementationOnce(() => {
      throw full;
    });
  await expect(open().keep(id, order)).rejects.toMatchObject({
    code: 'INVALID',
    data: {
      cause: 'disk-full',
      sentence:
        'The disk is full, so Causeway can’t store the request. Approval was not requested. Free some disk space, then try again.',
    },
  });
  expect(sqlite.all('SELECT number FROM bulk_runs')).toEqual([]);
});
