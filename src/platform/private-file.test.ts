import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePrivate } from './private-file.ts';
import { testFolder } from './testing/test-folder.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe.skipIf(process.platform === 'win32')('a private file (not on Windows)', () => {
  it('is made empty, for its owner alone', () => {
    const file = join(folder, 'new');
    makePrivate(file);
    expect(modeOf(file)).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('keeps what it holds when others could read it before', () => {
    const file = join(folder, 'old');
    writeFileSync(file, 'kept', { mode: 0o644 });
    makePrivate(file);
    expect(modeOf(file)).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it('is not made or narrowed through a link', () => {
    const target = join(folder, 'target');
    writeFileSync(target, 'of another', { mode: 0o644 });
    for (const [name, to] of [['to-file', target] as const, ['to-none', join(folder, 'none')]]) {
      symlinkSync(to, join(folder, name));
      expect(() => makePrivate(join(folder, name))).toThrow('is a link');
    }
    expect(modeOf(target)).toBe(0o644);
  });

  it('in a folder that is not there is an error', () => {
    expect(() => makePrivate(join(folder, 'none', 'file'))).toThrow(/ENOENT/);
  });
});
