/** Where the program of a thread lies. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireUnpacked } from './unpacked.ts';

/** A thread, by the name of its source without `.ts`, and of its program in a build. */
export interface ThreadNames {
  readonly source: string;
  readonly program: string;
}

/**
 * Beside the file that starts it as a source; in a build a program of its own, beside the programs or
 * above the chunks (electron.vite.config.ts). In a package it is outside the archive
 * (electron-builder.yml): a thread is started by Node, and whether that reads an archive depends on
 * Electron. `here` is a URL of a file. Throws UnpackedChanged (unpacked.ts).
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

/** The path beside the archive of an Electron package; unchanged where there is none. */
const outsideArchive = (file: string): string =>
  file.replace(/([\\/]app\.asar)(?=[\\/])/, '$1.unpacked');
