import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from './testing/test-folder.ts';
import { programOfThread } from './thread-program.ts';
import { hashesFile, hashOf } from './unpacked.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});

function put(...path: readonly string[]): string {
  const file = join(directory, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}
/** Writes the hashes of a package in which this program, empty, lies outside the archive. */
function pack(program: string): void {
  const path = `out/main/${program}`;
  writeFileSync(
    put('app.asar', ...hashesFile.split('/')),
    JSON.stringify({ [path]: hashOf(path, Buffer.alloc(0)) }),
  );
}
const from = (...path: readonly string[]) =>
  programOfThread(
    { source: 'writer-thread', program: 'inbox-writer' },
    pathToFileURL(join(directory, ...path)).href,
  );

describe('the program of a thread', () => {
  it('is the source beside the source', () => {
    const file = put('writer-thread.ts');
    expect(from('threaded-writer.ts')).toBe(file);
  });

  it('is beside the programs, and above the chunks, of a build', () => {
    const file = put('out', 'main', 'inbox-writer.mjs');
    expect(from('out', 'main', 'electron.js')).toBe(file);
    expect(from('out', 'main', 'chunks', 'inbox-1.js')).toBe(file);
  });

  it('is outside the archive of a package', () => {
    // Electron shows the archive as a folder, with this file in it too.
    put('app.asar', 'out', 'main', 'inbox-writer.mjs');
    const file = put('app.asar.unpacked', 'out', 'main', 'inbox-writer.mjs');
    pack('inbox-writer.mjs');
    expect(from('app.asar', 'out', 'main', 'chunks', 'inbox-1.js')).toBe(file);
  });

  it('that was changed after it was packaged is not started', () => {
    const file = put('app.asar.unpacked', 'out', 'main', 'inbox-writer.mjs');
    pack('inbox-writer.mjs');
    writeFileSync(file, 'changed');
    expect(() => from('app.asar', 'out', 'main', 'electron.js')).toThrow(/was changed/);
  });

  it('that is missing is said, and nothing in the archive is taken for it', () => {
    put('app.asar', 'out', 'main', 'inbox-writer.mjs');
    pack('another.mjs');
    mkdirSync(join(directory, 'app.asar.unpacked'));
    expect(() => from('app.asar', 'out', 'main', 'electron.js')).toThrow(/missing/);
  });
});
