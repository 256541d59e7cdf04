import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readInThread } from './read-in-thread.ts';

it.each([
  ['memory', 'const all = []; for (;;) all.push(new Array(100_000).fill(0));', 60_000],
  ['time', 'for (;;);', 1],
] as const)('a thread that takes too much %s says which', async (of, program, ms) => {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-thread-'));
  const file = join(directory, 'program.mjs');
  writeFileSync(file, program);
  const read = readInThread({
    program: file,
    data: null,
    most: { mebibytes: 16, ms },
    signal: new AbortController().signal,
  });
  await expect(read).rejects.toMatchObject({ name: 'TookTooMuch', of });
  rmSync(directory, { recursive: true });
});
