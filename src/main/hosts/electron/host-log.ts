/** Where the log goes: the terminal while developing, a file once packaged, where no terminal is. */
import { constants, lstatSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLog, type Log } from '../../core/foundation/log.ts';
import {
  createKnownSecrets,
  type KnownSecrets,
} from '../../core/foundation/secrets/known-secrets.ts';

export interface HostLog {
  readonly log: Log;
  /** What the log cuts out by value: the console learns it. */
  readonly known: KnownSecrets;
  /** null: standard error. */
  readonly file: string | null;
}

/** A file larger than this many bytes is put aside at the start; one such is kept. */
const largestLog = 5 * 1024 * 1024;

/** At the end of what is there, and never through a link; Windows has no such flag. */
const goesOn =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Throws where the file is a link. */
export function openHostLog(options: {
  readonly dataDir: string;
  readonly isPackaged: boolean;
}): HostLog {
  const file = options.isPackaged ? join(options.dataDir, 'causeway.log') : null;
  if (file !== null) putAside(file);
  const dest = file === null ? 2 : openSync(file, goesOn, 0o600);
  const destination = pino.destination({ dest, sync: true });
  const known = createKnownSecrets();
  return { log: createLog({ level: 'info', destination, known }), known, file };
}

function putAside(file: string): void {
  const size = lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) renameSync(file, `${file}.1`);
}
