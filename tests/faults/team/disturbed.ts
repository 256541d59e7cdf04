/** Rounds of trouble for a team, each batch on small disks of its own where this process may mount some. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BatchReport, inOwnDirectory } from '../proof.ts';
import { canMount, runOnSmallDisks } from './small-disk.ts';

const program = fileURLToPath(new URL('./rounds-process.ts', import.meta.url));
/** Filling one has to be quick. */
const DATABASE_MIB = 144;
const DESK_MIB = 16;

export const disturbed = (options: {
  readonly seed: number;
  readonly rounds: number;
  readonly desks: number;
}): Promise<BatchReport> =>
  inOwnDirectory(async (directory) => {
    // The server runs as another user.
    chmodSync(directory, 0o711);
    const names = Array.from({ length: options.desks }, (_, at) => `desk-${at + 1}`);
    const folders = ['database', ...names].map((name) => join(directory, name));
    for (const folder of folders) mkdirSync(folder, { mode: 0o711 });
    const hasDisks = canMount();
    const disks = hasDisks
      ? folders.map((folder, at) => [folder, at === 0 ? DATABASE_MIB : DESK_MIB] as const)
      : [];
    const args = [String(options.seed), String(options.rounds), hasDisks ? 'disks' : 'folders'];
    const [temporary = ''] = folders;
    const printed = await runOnSmallDisks(program, [...args, ...folders], temporary, disks);
    return JSON.parse(printed) as BatchReport;
  });
