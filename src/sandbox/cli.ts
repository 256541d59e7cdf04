/** The sandbox as a program: `npm run sandbox`. Tokens are printed once, on standard output. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readArguments, UsageError } from '../platform/arguments.ts';
import { makeFolder } from '../platform/durable-file.ts';
import { errorCode } from '../platform/error-code.ts';
import { terminalLines, terminalText } from '../platform/terminal-text.ts';
import { createSandbox, type Sandbox } from './index.ts';
import type { LogFields } from './log.ts';

interface CliArguments {
  readonly port: number;
  readonly dataDir: string | null;
  readonly json: boolean;
  readonly timeScale: number;
  /** A PEM file. */
  readonly trustCa: string | null;
  readonly allowPrivateDeliveries: boolean;
  readonly help: boolean;
}

const usage = `Usage: npm run sandbox -- [options]

  --port N                     listen on this port; 0 (the default) takes any
  --data-dir DIR               keep the state in DIR; without it, in memory
  --json                       print one JSON object first: baseUrl, controlUrl, token, controlToken
  --time-scale X               divide the delays between delivery attempts by X
  --trust-ca FILE              trust the certificates in this PEM file for deliveries
  --allow-private-deliveries   deliver to private and loopback addresses as well
  --help                       show this
`;

/** Digits as they are typed: `Number('')` would be 0. */
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'needs a number')
  .transform(Number);

const maxPort = 65_535;
const portRange = `needs a whole number from 0 to ${maxPort}`;

const values = z.object({
  port: decimal.pipe(z.int(portRange).max(maxPort, portRange)).default(0),
  'data-dir': z.string().min(1, 'needs a directory').nullable().default(null),
  json: z.boolean().default(false),
  'time-scale': decimal.pipe(z.number().positive('needs a number over 0')).default(1),
  'trust-ca': z.string().min(1, 'needs a file').nullable().default(null),
  'allow-private-deliveries': z.boolean().default(false),
  help: z.boolean().default(false),
});

/** @throws UsageError for anything unknown or unusable. */
export function parseArguments(argv: readonly string[]): CliArguments {
  const result = values.safeParse(readArguments(argv, argumentOptions));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new UsageError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not usable'}`);
  }
  const { port, json, help } = result.data;
  return {
    port,
    json,
    help,
    dataDir: result.data['data-dir'],
    timeScale: result.data['time-scale'],
    trustCa: result.data['trust-ca'],
    allowPrivateDeliveries: result.data['allow-private-deliveries'],
  };
}

const argumentOptions = {
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  json: { type: 'boolean' },
  'time-scale': { type: 'string' },
  'trust-ca': { type: 'string' },
  'allow-private-deliveries': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** A log entry as one terminal line: a field can contain a path that a client chose. */
export const logLine = (message: string, fields: LogFields = {}): string =>
  terminalText(Object.keys(fields).length === 0 ? message : `${message} ${JSON.stringify(fields)}`);

const USAGE_EXIT = 2;

const note = (message: string, fields?: LogFields): void => console.error(logLine(message, fields));

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`--trust-ca: can't read ${file}`);
  }
}

/** Made here, so that a path that can't be one is said as a wrong argument. @throws UsageError */
function requireFolder(dataDir: string | null): void {
  try {
    if (dataDir !== null) makeFolder(dataDir);
  } catch {
    throw new UsageError(`--data-dir: ${dataDir} is not a directory, and can't be made one`);
  }
}

function build(options: CliArguments): Sandbox {
  requireFolder(options.dataDir);
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
  if (errorCode(error) !== 'EADDRINUSE') return error;
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
