/** Values of diagnostics as they may be told: numbers, times and reasons out of texts that may say anything. */
import type { DiagnosticsGap } from '../../../bridge/diagnostics.ts';
import { isoTime } from '../../../platform/clock.ts';

/** A part can't be collected now, for a reason that is known. */
export class NotThere extends Error {
  readonly why: DiagnosticsGap;
  constructor(why: DiagnosticsGap) {
    super(why);
    this.why = why;
  }
}

/** The errors of Causeway’s own modules say what is missing; of any other nothing is told but that it failed. */
export function gapOf(error: unknown): DiagnosticsGap {
  const { name = '', code = '' } = (error instanceof Error ? error : {}) as {
    name?: string;
    code?: unknown;
  };
  if (code === 'locked' || code === 'LOCKED') return 'locked';
  if (code === 'key-lost') return 'key-lost';
  if (name === 'WrongDatabaseKey' || code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') {
    return 'unreadable';
  }
  if (name === 'TookTooMuch') return 'took-too-long';
  return code === 'SQLITE_BUSY' ? 'in-use' : 'failed';
}

/** Numbers alone, of a version in any form. */
export const versionIn = (text: string | undefined): string | null =>
  /^v?(\d{1,6}(?:\.\d{1,6}){0,3})/.exec(text ?? '')?.[1] ?? null;

/** As this program writes times, whatever wrote it. */
export function timeIn(text: string | number | null | undefined): string | null {
  const at = typeof text === 'number' ? text : Date.parse(text ?? '');
  return Number.isFinite(at) && Math.abs(at) < 8e15 ? isoTime(at) : null;
}
