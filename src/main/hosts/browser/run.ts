/** The browser host as a process: arguments, terminal, signals and exit code. */
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { UsageError } from '../../../platform/arguments.ts';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { shutdownTimeoutMs } from '../../console/shutdown-timeout.ts';
import { createLog, logUnawaited } from '../../core/foundation/log.ts';
import { createKnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { parseStartOptions, type StartOptions, startHelp } from '../cli/options.ts';
import { starterGone } from '../cli/starter.ts';
import { defaultDataDir } from '../default-data-dir.ts';
import { createStopRequests, type StopRequests } from '../stop-requests.ts';
import { explainConsoleError, openHostedConsole } from './hosted-console.ts';
import type { PageFiles } from './page-files.ts';
import { type Running, startProgram } from './program.ts';

export interface RunOptions {
  readonly version: string;
  loadPage(): Promise<PageFiles>;
}

const print = (line: string): void => void process.stdout.write(`${terminalLines(line)}\n`);
const say = (line: string): void => void process.stderr.write(`${terminalLines(line)}\n`);

/** What a stop may take beside the wait for writes under way before it is cut short, in milliseconds. */
const mostStopping = 8_000;

/** Runs until a signal; exit codes: 0 stopped, 1 could not start, 2 asked for wrongly. */
export async function runProgram({ version, loadPage }: RunOptions): Promise<void> {
  const options = readOptions();
  if (options === null) return;
  const known = createKnownSecrets();
  const shared = {
    known,
    clock: systemClock,
    random: systemRandom,
    log: createLog({
      level: 'warn',
      destination: pino.destination({ dest: 2, sync: true }),
      known,
    }),
  };
  logUnawaited(shared.log);
  // A signal during the start is kept until there is something to stop.
  const requests = createStopRequests(() => performance.now());
  const stopping = Promise.race([
    firstSignal(requests),
    starterGone({ environment: process.env, parent: () => process.ppid }),
  ]);
  const running = await startProgram({
    ...shared,
    options,
    defaultDataDir: defaultDataDir(),
    platform: process.platform,
    openConsole: (request) =>
      openHostedConsole({ ...shared, version, environment: process.env }, request),
    loadPage,
    launchBrowser,
    print,
    say,
    explain: explainConsoleError,
  });
  if (typeof running === 'number') process.exit(running);
  if (process.stdin.isTTY) offerLinks(running);
  await stopping;
  const cutShort = (afterMs: number) => setTimeout(() => process.exit(1), afterMs).unref();
  cutShort(shutdownTimeoutMs + mostStopping);
  requests.hurry.addEventListener('abort', () => cutShort(mostStopping));
  await running.stop(requests.hurry);
  // Nothing is open any more; exit() would wait for the thread that asks the keychain.
  if (running.isKeychainSilent()) process.kill(process.pid, 'SIGKILL');
  process.exit(0);
}

function readOptions(): StartOptions | null {
  try {
    const options = parseStartOptions(process.argv.slice(2));
    if (!options.help) return options;
    print(startHelp);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    process.exitCode = 2;
  }
  return null;
}

/** Resolves at the first request to stop; a later one hurries. */
function firstSignal(requests: StopRequests): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => requests.ask() && done());
    }
  });
}

/** Enter prints a fresh link. */
function offerLinks(running: Running): void {
  say('Press Enter for a new link, Ctrl+C to stop.');
  createInterface({ input: process.stdin }).on('line', () => running.printLink());
}

/** Loaded only when it is needed. A browser that cannot be started rejects. */
async function launchBrowser(address: string): Promise<void> {
  const { default: open } = await import('open');
  await open(address);
}
