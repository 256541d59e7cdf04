/** The ports of an installation: chosen once and kept, because proxies and webhooks point at them. */
import { z } from 'zod';
import { readIfPresent, writeDurably } from '../../../../platform/durable-file.ts';
import { readJson } from '../../../../platform/json-column.ts';
import type { Random } from '../../../../platform/random.ts';
import { isBadPort } from '../bad-ports.ts';

export interface Ports {
  readonly http: number;
  readonly https: number;
}

const port = z
  .int()
  .min(1)
  .max(65_535)
  .refine((number) => !isBadPort(number));
const file = z.object({ version: z.literal(1), http: port, https: port });

/** The file with the ports can't be read. */
export class PortsDamaged extends Error {
  override readonly name = 'PortsDamaged';
  readonly bytes: Uint8Array;
  constructor(path: string, bytes: Uint8Array, cause: unknown) {
    super(`The file ${path} is damaged.`, { cause });
    this.bytes = bytes;
  }
}

/** null when none were chosen yet. Throws PortsDamaged. */
export function readPorts(path: string): Ports | null {
  const bytes = readIfPresent(path);
  if (bytes === null) return null;
  try {
    const { http, https } = readJson(file, bytes);
    return { http, https };
  } catch (cause) {
    throw new PortsDamaged(path, bytes, cause);
  }
}

export function writePorts(path: string, ports: Ports): void {
  writeDurably(path, `${JSON.stringify({ version: 1, ...ports })}\n`);
}

/**
 * Below what systems hand out to outgoing connections (32768 and up), so that none sits on it later;
 * above every port that fetch refuses to call.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Two neighbours, to be tried. */
export function drawPorts(random: Random): Ports {
  const drawn = Buffer.from(random.bytes(4)).readUInt32BE() % ((HIGHEST - LOWEST) / 2);
  const http = LOWEST + drawn * 2;
  return { http, https: http + 1 };
}
