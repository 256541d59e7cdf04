/** The ports of an installation: chosen once and kept, because proxies and webhooks point at them. */
import { z } from 'zod';
import { readIfPresent, writeDurably } from '../../../../platform/durable-file.ts';
import { readJson } from '../../../../platform/json-column.ts';
import type { Random } from '../../../../platform/random.ts';

/**
 * Ports that fetch refuses to call ("bad port", https://fetch.spec.whatwg.org/#port-blocking), in Node
 * and in Chromium: a proof or a delivery to one would fail whatever listens there.
 */
const badPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]);

export const isBadPort = (port: number): boolean => badPorts.has(port);

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
