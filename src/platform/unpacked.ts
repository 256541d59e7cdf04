/**
 * What a package leaves outside its archive (electron-builder.yml, asarUnpack): native modules, threads
 * and what they import. Electron checks only the archive. So the build writes their hashes into it, and each
 * file beside it is compared with them before it is loaded.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJson } from './json-column.ts';

/** Where the hashes are, below the application's folder, beside the programs. */
export const hashesFile = 'out/main/unpacked.json';

/** SHA-256 in hex, by path below the application's folder. */
const hashes = z.record(z.string(), z.string());
type Hashes = z.infer<typeof hashes>;

/** Something beside the archive is not what was packaged. */
export class UnpackedChanged extends Error {
  override readonly name = 'UnpackedChanged';
  constructor(file: string) {
    super(`A part of Causeway was changed after it was packaged: ${file}. Install it again.`);
  }
}

const manifest = z.looseObject({
  main: z.unknown().optional(),
  exports: z.unknown().optional(),
  imports: z.unknown().optional(),
  type: z.unknown().optional(),
});

/** SHA-256 in hex. A package.json counts with its fields that name loaded files: packaging removes some of the rest. */
export function hashOf(path: string, bytes: Uint8Array): string {
  const hash = createHash('sha256');
  if (basename(path) !== 'package.json') return hash.update(bytes).digest('hex');
  const { main, exports, imports, type } = readJson(manifest, bytes);
  return hash.update(JSON.stringify([main, exports, imports, type])).digest('hex');
}

/** Verified files, by what changes with them: hashing costs, and threads start often. */
const found = new Map<string, string>();

/**
 * Throws UnpackedChanged where a file beside the archive was changed or added. `here` is a file URL; outside
 * an archive there is nothing to check. On macOS native modules rely on their signature: signing rewrites
 * them after packing.
 */
export function requireUnpacked(here: string, platform: NodeJS.Platform = process.platform): void {
  const [archive] = /^.*?[\\/]app\.asar(?=[\\/])/.exec(fileURLToPath(here)) ?? [];
  if (archive === undefined) return;
  const expected = readJson(hashes, readFileSync(join(archive, hashesFile)));
  requireFolder(`${archive}.unpacked`, '', expected, platform === 'darwin');
}

function requireFolder(root: string, folder: string, expected: Hashes, isSigned: boolean): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) requireFolder(root, path, expected, isSigned);
    // The system's folder metadata; nothing loads it.
    else if (!entry.isFile() || !entry.name.startsWith('.')) {
      requireFile(join(root, path), expected[path], isSigned);
    }
  }
}

function requireFile(file: string, expected: string | undefined, isSigned: boolean): void {
  const stat = lstatSync(file, { bigint: true });
  if (expected === undefined || !stat.isFile()) throw new UnpackedChanged(file);
  if (isSigned && file.endsWith('.node')) return;
  const state = `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${expected}`;
  if (found.get(file) === state) return;
  if (hashOf(file, readFileSync(file)) !== expected) throw new UnpackedChanged(file);
  found.set(file, state);
}
