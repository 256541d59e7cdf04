/** The built console as a process of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { askForLink } from '../../src/main/hosts/browser/control-client.ts';
import { smallProcess } from '../../src/main/hosts/cli/small-process.ts';
import { firstLine, start } from './processes.ts';

const builtHost = fileURLToPath(new URL('../../out/main/browser.js', import.meta.url));
const hello = z.object({ url: z.string(), dataDir: z.string() });

export interface Served {
  freshLink(): Promise<string>;
  close(): Promise<void>;
}

export interface ServedConsole extends Served {
  readonly pid: number;
}

/** As `npm start` starts it, on a data directory that stays; `more` are its arguments beside the usual ones, `before` those of Node. */
export async function serveConsole(
  dataDir: string,
  more: readonly string[],
  before: readonly string[] = [],
): Promise<ServedConsole> {
  const usual = ['--no-open', '--json', '--port', '0', '--data-dir', dataDir];
  const { options, variables } = smallProcess;
  const args = [...options, ...before, builtHost, ...usual, ...more];
  const server = start(process.execPath, args, variables);
  hello.parse(JSON.parse(await firstLine(server.child)));
  const { pid } = server.child;
  if (pid === undefined) throw new Error('The console has no process.');
  return {
    pid,
    freshLink: async () => {
      const link = await askForLink(dataDir);
      if (link === null) throw new Error('The console gave no link.');
      return link;
    },
    close: server.stop,
  };
}

/** On an empty data directory of its own, for this session. */
export async function serveNewConsole(): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const served = await serveConsole(dataDir, ['--ephemeral']);
  return {
    freshLink: served.freshLink,
    close: async () => {
      await served.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
