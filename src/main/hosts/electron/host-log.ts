/** Where the log goes: the terminal while developing, a file once packaged, where no terminal is. */
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLog, type Log } from '../../foundation/log.ts';
import { createKnownSecrets, type KnownSecrets } from '../../foundation/secrets/known-secrets.ts';

export interface HostLog {
  readonly log: Log;
  /** What the log cuts out by value: the console learns it. */
  readonly known: KnownSecrets;
  /** null: standard error. */
  readonly file: string | null;
}

/** A file larger than this many bytes is put aside at the start; one such is kept. */
const largestLog = 5 * 1024 * 1024;

export function openHostLog(options: {
  readonly dataDir: string;
  readonly isPackaged: boolean;
}): HostLog {
  const file = options.isPackaged ? join(options.dataDir, 'causeway.log') : null;
  if (file !== null) putAside(file);
  const target = file === null ? { dest: 2 } : { dest: file, mode: 0o600, append: true };
  const destination = pino.destination({ ...target, sync: true });
  const known = createKnownSecrets();
  return { log: createLog({ level: 'info', destination, known }), known, file };
}

function putAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) renameSync(file, `${file}.1`);
}
