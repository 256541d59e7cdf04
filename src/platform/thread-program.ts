/** Where a thread's program is. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireUnpacked } from './unpacked.ts';

/** A thread's name: its source without `.ts`, and its program in a build. */
export interface ThreadNames {
  readonly source: string;
  readonly program: string;
}

/**
 * As a source, beside the file that starts it; in a build its own program, beside the programs or above the
 * chunks (electron.vite.config.ts). In a package it is outside the archive (electron-builder.yml): Node
 * starts a thread, and whether Node reads an archive depends on Electron. `here` is a file URL. Throws
 * UnpackedChanged (unpacked.ts).
 */
export function programOfThread({ source, program }: ThreadNames, here: string): string {
  requireUnpacked(here);
  const candidates = here.endsWith('.ts')
    ? [`./${source}.ts`]
    : [`./${program}.mjs`, `../${program}.mjs`];
  const found = candidates
    .map((name) => outsideArchive(fileURLToPath(new URL(name, here))))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`The program of the thread ${program} is missing.`);
  return found;
}

/** The path beside an Electron package's archive; unchanged without one. */
const outsideArchive = (file: string): string =>
  file.replace(/([\\/]app\.asar)(?=[\\/])/, '$1.unpacked');
