import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inOwnDirectory } from '../proof.ts';
import { backupCuts } from './backup-cuts.ts';
import { afterPowerCut } from './disk.ts';
import { filesCuts } from './files-cuts.ts';
import { inboxCuts } from './inbox-cuts.ts';
import { keysCuts } from './keys-cuts.ts';
import { recordsCuts } from './records-cuts.ts';
import { sandboxCuts } from './sandbox-cuts.ts';
import { parseWriteLog } from './write-log.ts';

/** Linux, with strace, where a process may trace its children. */
const canTrace =
  spawnSync('strace', ['-f', '-yy', '-o', '/dev/null', 'true'], { timeout: 20_000 }).status === 0;

const seed = 20261120;

describe.runIf(canTrace)(
  'what is durable, when the power is cut, where strace may trace it',
  () => {
    it('an inbox has what was acknowledged, and forced every group to the disk', () =>
      inOwnDirectory(async (directory) => {
        const report = await inboxCuts({ directory, deliveries: 150, cuts: 40, seed });
        expect(report.breaches).toEqual([]);
        expect(report.acknowledged).toBe(150);
        expect(report.groups).toBeGreaterThan(1);
        expect(report.syncs).toBeGreaterThanOrEqual(report.groups);
      }));

    it('records have every write that was sent and all that was settled', () =>
      inOwnDirectory(async (directory) => {
        const report = await recordsCuts({ directory, writes: 16, cuts: 25, seed });
        expect(report.breaches).toEqual([]);
        expect(report.settled).toBe(16);
        expect(report.syncs).toBeGreaterThanOrEqual(2 * report.settled);
      }));

    it('every small durable file has what was kept, whole, in a folder that is there', () =>
      inOwnDirectory(async (directory) => {
        const report = await filesCuts({ directory, times: 3, cuts: 12, seed });
        expect(report).toEqual({ cuts: 12, breaches: [], kept: 3 * 7 });
      }));

    it('every backup that was told as written is there, and none is torn', () =>
      inOwnDirectory(async (directory) => {
        const report = await backupCuts({ directory, times: 3, cuts: 20, seed });
        expect(report).toEqual({ cuts: 20, breaches: [], kept: 3 });
      }));

    it('a change of data keys has every database under a key that is there', () =>
      inOwnDirectory(async (directory) => {
        const report = await keysCuts({ directory, cuts: 15, seed });
        expect(report.breaches).toEqual([]);
        expect(report.ended).toBeGreaterThan(0);
        expect(report.undone).toBeGreaterThan(0);
      }));

    it('the sandbox has every create that it answered', () =>
      inOwnDirectory(async (directory) => {
        const report = await sandboxCuts({ directory, creates: 20, cuts: 16, seed });
        expect(report.breaches).toEqual([]);
        expect(report.created).toBe(20);
        expect(report.syncs).toBeGreaterThanOrEqual(20);
      }));
  },
);

describe('the write log', () => {
  it('counts a sync from its end, and all else from its beginning', () => {
    const log = [
      '7 pwrite64(9</d/a>, "\\x61\\x62", 2, 32 <unfinished ...>',
      '8 write(5<TCP:[127.0.0.1:1->127.0.0.1:40]>, "\\x48\\x54", 2) = 2',
      '7 <... pwrite64 resumed>) = 2',
      '7 fdatasync(9</d/a> <unfinished ...>',
      '8 pwrite64(9</d/b>, "\\x63", 1, 0) = 1',
      '7 <... fdatasync resumed>) = 0',
      '7 ftruncate(9</d/a>, 10) = 0',
      '7 fsync(9</elsewhere/a>) = 0',
      '7 openat(AT_FDCWD</>, "\\x2f\\x64\\x2f\\x61", O_RDWR|O_CREAT|O_EXCL, 0600) = -1 EEXIST (File exists)',
      '7 openat(AT_FDCWD</>, "\\x2f\\x64\\x2f\\x63", O_RDWR|O_CREAT, 0600) = 9</d/c>',
      '7 write(9</d/c>, "\\x61", 1) = 1',
      '7 rename("\\x2f\\x64\\x2f\\x63", "\\x2f\\x64\\x2f\\x61") = 0',
      '7 fsync(9</d>) = 0',
      '7 write(1<pipe:[4]>, "\\x6f\\x6b", 2) = 2',
      '7 +++ exited with 0 +++',
    ].join('\n');
    expect(parseWriteLog(log, '/d')).toEqual([
      { kind: 'write', file: 'a', at: 32, bytes: Buffer.from('ab') },
      { kind: 'answer', port: 40, text: 'HT' },
      { kind: 'write', file: 'b', at: 0, bytes: Buffer.from('c') },
      { kind: 'sync', file: 'a' },
      { kind: 'cut', file: 'a', length: 10 },
      { kind: 'make', file: 'c' },
      { kind: 'append', file: 'c', bytes: Buffer.from('a') },
      { kind: 'rename', file: 'c', to: 'a' },
      { kind: 'sync', file: '' },
      { kind: 'said', text: 'ok' },
    ]);
  });

  it('stops at a write that it does not understand', () => {
    const line = '7 writev(9</d/a>, [{iov_base="\\x61", iov_len=1}], 1) = 1';
    expect(() => parseWriteLog(line, '/d')).toThrow('not understood');
  });
});

describe('the disk', () => {
  const base = new Map([['a', Buffer.from('old')]]);
  const replaced = [
    { kind: 'make', file: 'a.new' },
    { kind: 'append', file: 'a.new', bytes: Buffer.from('new') },
    { kind: 'sync', file: 'a.new' },
    { kind: 'rename', file: 'a.new', to: 'a' },
    { kind: 'sync', file: '' },
  ] as const;
  /** Nothing is kept that was not forced to the disk. */
  const harshest = (log: Parameters<typeof afterPowerCut>[1]) =>
    [...afterPowerCut(base, log, () => 0).files].map(([file, bytes]) => `${file}: ${bytes}`);

  it('keeps contents that were forced, under names that were forced', () => {
    expect(harshest(replaced)).toEqual(['a: new']);
    expect(harshest(replaced.slice(0, 4))).toEqual(['a: old']);
    expect(
      harshest(replaced.filter((entry) => entry.file !== 'a.new' || entry.kind !== 'sync')),
    ).toEqual(['a: ']);
  });

  it('keeps a file no longer than the folder that it is in', () => {
    const inside = [
      { kind: 'folder', file: 'f' },
      { kind: 'make', file: 'f/b' },
      { kind: 'sync', file: 'f/b' },
      { kind: 'sync', file: 'f' },
    ] as const;
    expect(harshest(inside)).toEqual(['a: old']);
    expect(harshest([...inside, { kind: 'sync', file: '' }])).toEqual(['a: old', 'f/b: ']);
  });
});
