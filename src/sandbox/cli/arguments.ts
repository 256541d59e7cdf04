/** The command line of the sandbox, parsed. */
import { parseArgs } from 'node:util';
import { z } from 'zod';

/** An unusable argument. Its message is shown as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CliArguments {
  readonly port: number;
  readonly dataDir: string | null;
  readonly json: boolean;
  readonly timeScale: number;
  /** A PEM file. */
  readonly trustCa: string | null;
  readonly allowPrivateDeliveries: boolean;
  readonly help: boolean;
}

export const usage = `Usage: npm run sandbox -- [options]

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

const values = z.object({
  port: decimal.pipe(z.int('needs a whole number').max(65_535)).default(0),
  'data-dir': z.string().min(1, 'needs a directory').nullable().default(null),
  json: z.boolean().default(false),
  'time-scale': decimal.pipe(z.number().positive('needs a number over 0')).default(1),
  'trust-ca': z.string().min(1, 'needs a file').nullable().default(null),
  'allow-private-deliveries': z.boolean().default(false),
  help: z.boolean().default(false),
});

/** @throws UsageError for anything unknown or unusable. */
export function parseArguments(argv: readonly string[]): CliArguments {
  const result = values.safeParse(rawValues(argv));
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

function rawValues(argv: readonly string[]): unknown {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        json: { type: 'boolean' },
        'time-scale': { type: 'string' },
        'trust-ca': { type: 'string' },
        'allow-private-deliveries': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Unusable arguments');
  }
}
