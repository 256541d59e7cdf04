/** Keeps a damaged file's content under another name before the file is replaced. */
import { existsSync } from 'node:fs';
import { type Clock, isoNow } from './clock.ts';
import { writeDurably } from './durable-file.ts';

/**
 * Stores the bytes beside the file, durable when it returns, never over an existing file. Returns the path:
 * `tunnels.json.damaged-2026-11-20T12-00-00.000Z`. Replace the file afterwards, in one step: a crash
 * in between leaves the damaged one.
 */
export function keepAside(path: string, bytes: Uint8Array, clock: Clock): string {
  const name = `${path}.damaged-${isoNow(clock).replaceAll(':', '-')}`;
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  writeDurably(free, bytes);
  return free;
}
