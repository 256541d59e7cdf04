/** `npm run listen` as a process: built as out/main/listen.js. */
import { resolve } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../../../platform/clock.ts';
import { randomHex, systemRandom } from '../../../platform/random.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { shutdownTimeoutMs } from '../../console/shutdown-timeout.ts';
import { createLog, logUnawaited } from '../../core/foundation/log.ts';
import { createKnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { attachToBridge } from '../browser/attach.ts';
import { startControl } from '../browser/control.ts';
import { explainConsoleError, openHostedConsole } from '../browser/hosted-console.ts';
import { defaultDataDir } from '../default-data-dir.ts';
import { readPassphraseFile } from '../passphrase-file.ts';
import { createStopRequests, waitingMessage } from '../stop-requests.ts';
import { runListen } from './listen/run-listen.ts';
import { starterGone } from './starter.ts';

const known = createKnownSecrets();
const shared = {
  known,
  clock: systemClock,
  random: systemRandom,
  log: createLog({ level: 'warn', destination: pino.destination({ dest: 2, sync: true }), known }),
};
logUnawaited(shared.log);
const stop = new AbortController();
const requests = createStopRequests(() => performance.now());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => requests.ask() && stop.abort());
}
// Whoever read the lines has gone, as `head` does.
process.stdout.on('error', () => stop.abort());
void starterGone({ environment: process.env, parent: () => process.ppid }).then(() => stop.abort());

/** What closing may take beside the wait for writes under way, in milliseconds. */
const mostStopping = 8_000;

const exitCode = await runListen({
  args: process.argv.slice(2),
  defaultDataDir: resolve(defaultDataDir()),
  signal: stop.signal,
  print: (line) => void process.stdout.write(`${terminalLines(line)}\n`),
  say: (line) => void process.stderr.write(`${terminalLines(line)}\n`),
  newIntentKey: () => randomHex(systemRandom, 16),
  readPassphrase: readPassphraseFile,
  attach: attachToBridge,
  async open(request) {
    const environment = process.env;
    const hosted = await openHostedConsole({ ...shared, version: 'listen', environment }, request);
    const { platform } = process;
    const { dataDir } = request;
    const held = { ...shared, dataDir, platform };
    const control = await startControl({ ...held, freshLink: null, serve: hosted.attach });
    return {
      bridge: hosted.bridge,
      closed: new Promise(() => undefined),
      async close() {
        const cutShort = (afterMs: number) => setTimeout(() => process.exit(1), afterMs).unref();
        cutShort(shutdownTimeoutMs + mostStopping);
        requests.hurry.addEventListener('abort', () => cutShort(mostStopping));
        await control?.close();
        const onWaiting = () => void process.stderr.write(`${waitingMessage}\n`);
        await hosted.dispose({ onWaiting, hurry: requests.hurry });
      },
    };
  },
  explain: (error) => explainConsoleError(error)?.sentence ?? null,
});
process.exit(exitCode);
