import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeFolder, writeDurably } from './durable-file.ts';

/** The calls, in order; a handle is named by the path that opened it. */
const done: string[] = [];

/** By spies, because whoever shares this process may have loaded the program already. */
function watch(): void {
  const { openSync, writeFileSync, fsyncSync, renameSync } = fs;
  const paths = new Map<unknown, string>();
  vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
    const handle = openSync(path, ...more);
    paths.set(handle, String(path));
    return handle;
  });
  vi.spyOn(fs, 'writeFileSync').mockImplementation((to, ...more) => {
    writeFileSync(to, ...more);
    done.push(`write ${paths.get(to)}`);
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    fsyncSync(handle);
    done.push(`sync ${paths.get(handle)}`);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    renameSync(from, to);
    done.push(`rename ${from} ${to}`);
  });
  // Who imports them by name sees the change only then.
  syncBuiltinESMExports();
}

let file: string;
beforeEach(() => {
  file = join(fs.mkdtempSync(join(tmpdir(), 'causeway-durable-')), 'file.json');
  done.length = 0;
  watch();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  fs.rmSync(dirname(file), { recursive: true });
});

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

it.skipIf(process.platform === 'win32')(
  'forces the name of each folder that it makes to the disk (not on Windows)',
  () => {
    const above = dirname(file);
    makeFolder(join(above, 'one', 'two'));
    makeFolder(join(above, 'one', 'two'));
    expect(done).toEqual([`sync ${join(above, 'one')}`, `sync ${above}`]);
  },
);
