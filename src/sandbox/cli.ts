/** The sandbox as a program: `npm run sandbox`. Tokens are printed once, on standard output. */
import { readFileSync } from 'node:fs';
import { terminalLines } from '../platform/terminal-text.ts';
import type { CliArguments } from './cli/arguments.ts';
import { parseArguments, UsageError, usage } from './cli/arguments.ts';
import { logLine } from './cli/log-line.ts';
import type { Sandbox } from './index.ts';
import { createSandbox } from './index.ts';
import type { LogFields } from './log.ts';

const USAGE_EXIT = 2;

const note = (message: string, fields?: LogFields): void => console.error(logLine(message, fields));

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`--trust-ca: can't read ${file}`);
  }
}

function build(options: CliArguments): Sandbox {
  return createSandbox({
    port: options.port,
    dataDir: options.dataDir,
    timeScale: options.timeScale,
    trustCa: options.trustCa === null ? null : readCa(options.trustCa),
    allowPrivateDeliveries: options.allowPrivateDeliveries,
    log: { info: () => undefined, warn: note, error: note },
  });
}

function announce({ baseUrl, controlUrl, token, controlToken }: Sandbox, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify({ baseUrl, controlUrl, token, controlToken }));
    return;
  }
  console.log(`Sandbox        ${baseUrl}`);
  console.log(`Token          ${token}`);
  console.log(`Control plane  ${controlUrl}`);
  console.log(`Control token  ${controlToken}`);
  console.log('Stop with Ctrl+C.');
}

/** A taken port as a message that says what to do; any other error unchanged. */
function explained(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  const sentence = `Port ${port} is taken by another program: choose another with --port, or 0 for any.`;
  return new Error(sentence, { cause: error });
}

async function main(): Promise<void> {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) {
    console.log(usage);
    return;
  }
  const sandbox = build(options);
  const stop = (): void => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // Before the announcement, because its reader may stop us at once.
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await sandbox.listen().catch((error: unknown) => {
    throw explained(error, options.port);
  });
  announce(sandbox, options.json);
}

main().catch((error: unknown) => {
  console.error(
    terminalLines(error instanceof Error ? error.message : 'The sandbox could not start.'),
  );
  if (error instanceof UsageError) console.error(usage);
  process.exitCode = error instanceof UsageError ? USAGE_EXIT : 1;
});
