import { terminalText } from '../../platform/terminal-text.ts';
import type { LogFields } from '../log.ts';

/** What the log says, as one line of a terminal: a field can hold a path that a client chose. */
export const logLine = (message: string, fields: LogFields = {}): string =>
  terminalText(Object.keys(fields).length === 0 ? message : `${message} ${JSON.stringify(fields)}`);
