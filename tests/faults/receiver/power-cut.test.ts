import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { powerCuts } from './power-cuts.ts';
import { parseWriteLog } from './write-log.ts';

/** Linux, with strace, where a process may trace its children. */
const canTrace =
  spawnSync('strace', ['-f', '-yy', '-o', '/dev/null', 'true'], { timeout: 20_000 }).status === 0;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-power-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe.runIf(canTrace)('a receiver whose power is cut, where strace may trace it', () => {
  it('has what it acknowledged, and forced every group to the disk', async () => {
    const report = await powerCuts({ directory, deliveries: 150, cuts: 40, seed: 20261120 });
    expect(report.breaches).toEqual([]);
    expect(report.acknowledged).toBe(150);
    expect(report.groups).toBeGreaterThan(1);
    expect(report.syncs).toBeGreaterThanOrEqual(report.groups);
  });
});

describe('the write log', () => {
  it('counts a sync from its end, and a write from its beginning', () => {
    const log = [
      '7 pwrite64(9</d/a>, "\\x61\\x62", 2, 32 <unfinished ...>',
      '8 write(5<TCP:[127.0.0.1:1->127.0.0.1:40]>, "\\x48\\x54", 2) = 2',
      '7 <... pwrite64 resumed>) = 2',
      '7 fdatasync(9</d/a> <unfinished ...>',
      '8 pwrite64(9</d/b>, "\\x63", 1, 0) = 1',
      '7 <... fdatasync resumed>) = 0',
      '7 ftruncate(9</d/a>, 10) = 0',
      '7 fsync(9</elsewhere/a>) = 0',
      '7 +++ exited with 0 +++',
    ].join('\n');
    expect(parseWriteLog(log, '/d/')).toEqual([
      { kind: 'write', file: 'a', at: 32, bytes: Buffer.from('ab') },
      { kind: 'answer', port: 40, text: 'HT' },
      { kind: 'write', file: 'b', at: 0, bytes: Buffer.from('c') },
      { kind: 'sync', file: 'a' },
      { kind: 'cut', file: 'a', length: 10 },
    ]);
  });

  it('stops at a write that it does not understand', () => {
    const line = '7 writev(9</d/a>, [{iov_base="\\x61", iov_len=1}], 1) = 1';
    expect(() => parseWriteLog(line, '/d/')).toThrow('not understood');
  });
});
