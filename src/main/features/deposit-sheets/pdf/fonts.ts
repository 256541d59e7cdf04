/** The fonts of a sheet, DejaVu: as they were installed, or beside the programs of a build. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Typefaces } from './document.ts';
import { asciiLetters, createTypeface, westernLetters } from './typeface.ts';

type FontName = 'DejaVuSans' | 'DejaVuSans-Bold' | 'DejaVuSansMono-Bold';

/**
 * TrueType bytes. `here` is a URL of a file: of a source, or of a program of a build, beside which
 * electron.vite.config.ts lays the fonts; in a package both are outside the archive.
 */
function readFont(name: FontName, here: string): Uint8Array {
  const beside = fileURLToPath(new URL(`./fonts/${name}.ttf`, here));
  if (existsSync(beside)) return readFileSync(beside);
  return readFileSync(createRequire(here).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

/** `here` is the URL of the file that the fonts are looked for beside. */
export function openTypefaces(here: string): Typefaces {
  const open = (name: FontName, isMonospaced: boolean, letters: readonly number[]) =>
    createTypeface(readFont(name, here), { name, isMonospaced, letters });
  return {
    regular: open('DejaVuSans', false, westernLetters),
    bold: open('DejaVuSans-Bold', false, asciiLetters),
    mono: open('DejaVuSansMono-Bold', true, asciiLetters),
  };
}
