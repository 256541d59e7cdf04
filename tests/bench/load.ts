/** Load from a process of its own (autocannon), bounded in time and connections. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const autocannon = join(import.meta.dirname, 'node_modules/autocannon/autocannon.js');

const result = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  '2xx': z.number(),
  non2xx: z.number(),
  errors: z.number(),
});

export interface Request {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answered requests a second over `seconds`. Throws when any answer was no 2xx: a refusal is quick and proves nothing. */
export async function requestsPerSecond(request: Request, seconds: number): Promise<number> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) => [
    '--headers',
    `${name}=${value}`,
  ]);
  const body = request.body === undefined ? [] : ['--body', request.body];
  const { stdout } = await run(
    process.execPath,
    [
      autocannon,
      '--json',
      '--connections',
      '50',
      '--duration',
      String(seconds),
      '--method',
      request.method,
      ...headers,
      ...body,
      request.url,
    ],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const { requests, non2xx, errors, '2xx': answered } = result.parse(JSON.parse(stdout));
  if (non2xx > 0 || errors > 0 || answered === 0) {
    throw new Error(`${request.url}: ${answered} answered, ${non2xx} refused, ${errors} failed`);
  }
  return requests.average;
}
