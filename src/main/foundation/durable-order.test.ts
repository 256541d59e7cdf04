import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeDurably } from './durable-file.ts';

/** What was done, in order; a handle stands for the path that it was opened by. */
const done: string[] = [];

vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  const paths = new Map<number, string>();
  return {
    ...real,
    openSync: (path, ...more) => {
      const handle = real.openSync(path, ...more);
      paths.set(handle, String(path));
      return handle;
    },
    writeFileSync: (file, ...more) => {
      real.writeFileSync(file, ...more);
      done.push(`write ${paths.get(file as number)}`);
    },
    fsyncSync: (handle) => {
      real.fsyncSync(handle);
      done.push(`sync ${paths.get(handle)}`);
    },
    renameSync: (from, to) => {
      real.renameSync(from, to);
      done.push(`rename ${from} ${to}`);
    },
  };
});

let file: string;
beforeEach(() => {
  file = join(fs.mkdtempSync(join(tmpdir(), 'causeway-durable-')), 'file.json');
  done.length = 0;
});
afterEach(() => fs.rmSync(dirname(file), { recursive: true }));

it.skipIf(process.platform === 'win32')(
  'forces the file to the disk before its name, and the name after (not on Windows)',
  () => {
    writeDurably(file, 'x');
    expect(done).toEqual([
      `write ${file}.new`,
      `sync ${file}.new`,
      `rename ${file}.new ${file}`,
      `sync ${dirname(file)}`,
    ]);
  },
);
