import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { hashInputs } from './inputs.ts';

let root: string;
beforeEach(() => {
  root = testFolder();
  write('src/a.ts', 'a');
  write('src/room/b.ts', 'b');
  write('package.json', '{}');
});

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** Long after everything was written, unless said otherwise. */
function look(read: 'all' | 'touched' = 'touched', now = Date.now() + 60_000) {
  const files: string[] = [];
  const contentOf = (file: string) => {
    files.push(file.slice(root.length + 1));
    return readFileSync(file);
  };
  return { hash: hashInputs({ root, read, now, contentOf }), files };
}

const all = ['package.json', 'src/a.ts', 'src/room/b.ts'];
const memory = () => join(root, '.cache/build-inputs');

describe('the inputs of a build', () => {
  it('are read once, and not again while they lie untouched', () => {
    const first = look();
    expect(first.files).toEqual(all);
    expect(look()).toEqual({ hash: first.hash, files: [] });
  });

  it('are all read where a build is made in any case', () => {
    const first = look();
    expect(look('all')).toEqual({ hash: first.hash, files: all });
  });

  it('are noticed when one changes without changing its size', () => {
    utimesSync(join(root, 'src/a.ts'), 1_000, 1_000);
    const first = look();
    write('src/a.ts', 'c');
    // One nanosecond's worth is enough; here it is a millisecond.
    utimesSync(join(root, 'src/a.ts'), 1_000, 1_000.001);
    const second = look();
    expect(second.files).toEqual(['src/a.ts']);
    expect(second.hash).not.toBe(first.hash);
  });

  it('that are touched and the same come to the same hash', () => {
    const first = look();
    utimesSync(join(root, 'src/a.ts'), 1_000, 1_000);
    expect(look()).toEqual({ hash: first.hash, files: ['src/a.ts'] });
    expect(look().files).toEqual([]);
  });

  it('that were written a moment ago are not trusted: the next write may bear the same time', () => {
    look('touched', Date.now());
    expect(look('touched', Date.now()).files).toEqual(all);
  });

  it('are read again where what was remembered is damaged, or can’t be kept', () => {
    const first = look();
    writeFileSync(memory(), readFileSync(memory(), 'utf8').replace(/[0-9a-f]{64} /, 'xyz '));
    expect(look()).toEqual({ hash: first.hash, files: ['package.json'] });
    rmSync(join(root, '.cache'), { recursive: true });
    writeFileSync(join(root, '.cache'), 'in the way');
    expect(look()).toEqual({ hash: first.hash, files: all });
  });
});
