/** `npm start`: builds when stale, chooses the host and opens the console. Run by plain Node. */
import { join, resolve } from 'node:path';
import { UsageError } from '../../../platform/arguments.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { BuildFailed, buildWhenStale } from './build.ts';
import { runChild } from './child.ts';
import { chooseHost, thisMachine } from './choose-host.ts';
import { electronArguments } from './electron-arguments.ts';
import { parseStartOptions, type StartOptions, startHelp } from './options.ts';
import { becomeProgram } from './small-process.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** stdout belongs to the JSON line and the link; everything else is said here. */
const say = (line: string): void => console.error(terminalLines(line));

/** An Electron that ends sooner than this, in milliseconds, and not well, never showed a window. */
const tooSoon = 5_000;

async function main(args: readonly string[]): Promise<void> {
  const options = parseStartOptions(args);
  if (options.help) return console.log(startHelp);
  await buildWhenStale({ root, say });
  const choice = await chooseHost({ ...thisMachine, root, asked: options, say });
  if (choice.host === 'electron' && (await startElectron(choice.binary, options))) return;
  if (choice.host === 'browser' && choice.sentence !== null) say(choice.sentence);
  await becomeProgram(join(root, 'out/main/browser.js'), args);
}

/** Resolves to whether Electron ran. */
async function startElectron(binary: string, options: StartOptions): Promise<boolean> {
  const started = performance.now();
  const code = await runChild(binary, [root, ...electronArguments(options)]);
  if (code === 0 || performance.now() - started >= tooSoon) {
    process.exitCode = code;
    return true;
  }
  say(`Electron stopped at once (exit code ${code}), so Causeway runs in the browser.`);
  return false;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof BuildFailed)) throw error;
  say(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
