/** Structured log lines: ids yes; personal data, account numbers, tokens and secrets never. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Keys that are cut from a line wherever they stand, in case one slips in. */
const neverLogged = [
  'token',
  'secret',
  'passphrase',
  'password',
  'authorization',
  'cookie',
  'dataKey',
  'email',
  'phone',
  'bankAccountNumber',
  'accountNumber',
  'taxIdentificationNumber',
];

/** A logger that writes JSON lines to the destination (standard error unless told). */
export function createLog(options: {
  readonly level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly destination: DestinationStream;
}): Log {
  return pino(
    {
      level: options.level,
      base: null,
      redact: {
        paths: neverLogged.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
        remove: true,
      },
    },
    options.destination,
  );
}
