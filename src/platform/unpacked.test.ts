import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from './testing/test-folder.ts';
import { hashesFile, hashOf, requireUnpacked } from './unpacked.ts';

const thread = 'out/main/thread.mjs';
const native = 'node_modules/sqlite/sqlite.node';
const manifest = 'node_modules/sqlite/package.json';

let directory: string;
beforeEach(() => {
  directory = testFolder();
  const files = { [thread]: 'thread', [native]: 'native', [manifest]: '{"main":"a","scripts":{}}' };
  const hashes = Object.entries(files).map(([path, text]) => [
    path,
    hashOf(path, Buffer.from(text)),
  ]);
  put(join('app.asar', hashesFile), JSON.stringify(Object.fromEntries(hashes)));
  for (const [path, text] of Object.entries(files)) put(join('app.asar.unpacked', path), text);
});

function put(path: string, text: string): void {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const outside = (path: string) => join('app.asar.unpacked', path);
const check = (platform: NodeJS.Platform = 'linux') =>
  requireUnpacked(pathToFileURL(join(directory, 'app.asar/out/main/electron.js')).href, platform);

describe('what lies outside the archive of a package', () => {
  it('passes as it was packaged, without what packaging takes out of a manifest', () => {
    check();
    put(outside(manifest), '{"main":"a"}');
    put(outside('out/.DS_Store'), 'of the system');
    check();
  });

  it.each([
    [thread, 'Thread'],
    [native, 'Native'],
    [manifest, '{"main":"b"}'],
    ['out/main/node_modules/sqlite/index.js', 'planted'],
  ])('is refused when %s was changed or added, also after it was right', (path, text) => {
    check();
    put(outside(path), text);
    expect(check).toThrow(
      /^A part of Causeway was changed after it was packaged: .*Install it again/,
    );
  });

  it('is refused when it is a link, and when there are no hashes', () => {
    const file = join(directory, outside(thread));
    renameSync(file, join(directory, 'elsewhere'));
    symlinkSync(join(directory, 'elsewhere'), file);
    expect(check).toThrow(/changed/);
    rmSync(join(directory, 'app.asar', hashesFile));
    expect(check).toThrow(/ENOENT/);
  });

  it('leaves native modules to their signature on macOS, and nothing else', () => {
    put(outside(native), 'native, signed');
    check('darwin');
    put(outside(thread), 'Thread');
    expect(() => check('darwin')).toThrow(/changed/);
  });

  it('is checked in a package alone', () => {
    requireUnpacked(pathToFileURL(join(directory, 'out/main/electron.js')).href);
  });
});
