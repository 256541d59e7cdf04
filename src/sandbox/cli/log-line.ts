import { terminalText } from '../../platform/terminal-text.ts';
import type { LogFields } from '../log.ts';

/** A log entry as one terminal line: a field can contain a path that a client chose. */
export const logLine = (message: string, fields: LogFields = {}): string =>
  terminalText(Object.keys(fields).length === 0 ? message : `${message} ${JSON.stringify(fields)}`);
