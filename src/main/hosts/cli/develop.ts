/** `npm run dev` as it decides: which host, and what it is started with. */
import { join, resolve } from 'node:path';
import type { Choice } from './choose-host.ts';
import { electronArguments } from './electron-arguments.ts';
import { parseStartOptions, type StartOptions, startHelp } from './options.ts';

export interface DevelopOptions {
  /** Folder of the project. */
  readonly root: string;
  /** As they were typed. */
  readonly args: readonly string[];
  /** Where everything is stored when no folder is named: never where an installed Causeway does. */
  readonly dataDir: string;
  choose(asked: StartOptions): Promise<Choice>;
  /** Runs a program of Node to its end; resolves to its exit code. */
  runNode(args: readonly string[]): Promise<number>;
  /** Serves the page and runs the browser host beside it; resolves to its exit code. */
  runBrowserHost(args: readonly string[]): Promise<number>;
  /** stdout. */
  print(line: string): void;
  /** stderr. */
  say(line: string): void;
}

/** Resolves to the exit code. Throws UsageError. */
export async function develop(parts: DevelopOptions): Promise<number> {
  const { root } = parts;
  const asked = parseStartOptions(parts.args);
  const args = asked.dataDir === null ? [...parts.args, '--data-dir', parts.dataDir] : parts.args;
  const options = { ...asked, dataDir: asked.dataDir ?? parts.dataDir };
  if (options.help) {
    parts.print(startHelp.replace('npm start --', 'npm run dev --'));
    return 0;
  }
  parts.say(`For npm run listen, add --data-dir "${resolve(options.dataDir)}".`);
  const choice = await parts.choose(options);
  if (choice.host === 'electron') {
    const bin = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
    // What follows the two dashes goes to Electron as it stands.
    return await parts.runNode([bin, 'dev', '--watch', '--', ...electronArguments(options)]);
  }
  if (choice.sentence !== null) parts.say(choice.sentence);
  return await parts.runBrowserHost(options.open ? [...args, '--no-open'] : args);
}
