/**
 * The system's browser, opened without its link in the list of processes: every user of a machine can
 * read that list, and whoever is first spends the code. The browser gets a file for its owner alone
 * that leads on.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserHostPaths } from '../../../bridge/transport.ts';
import { writeDurably } from '../../../platform/durable-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';

const namePattern = /^opening-[0-9a-f]{16}\.html$/;

export interface OpenBrowserOptions {
  /** The data directory: its owner's alone. */
  readonly folder: string;
  /** With a code that works once. */
  readonly link: string;
  readonly random: Random;
  /** Opens the system's browser on an address that everybody may read. */
  launch(address: string): Promise<unknown>;
}

/** Rejects where no browser can be started. The file stays until removeOpenings: it is read later. */
export async function openBrowser(options: OpenBrowserOptions): Promise<void> {
  const file = join(options.folder, `opening-${randomHex(options.random, 8)}.html`);
  writeDurably(file, pageTo(options.link));
  try {
    await options.launch(pathToFileURL(file).href);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Takes away what earlier openings left, while the folder is there: a code is good for a minute, and once. */
export function removeOpenings(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (namePattern.test(name)) rmSync(join(folder, name), { force: true });
  }
}

/** The page itself is shown to no navigation that another document begins (session.ts, 8). */
const entryOf = (link: string): string => link.replace('/#code=', browserHostPaths.enter);

const pageTo = (link: string): string =>
  [
    '<!doctype html><meta charset="utf-8"><title>Causeway</title>',
    `<meta http-equiv="refresh" content="0;url=${entryOf(link)}">`,
    '<p>Opening Causeway…</p>\n',
  ].join('\n');
