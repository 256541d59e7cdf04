/** Structured log lines: ids yes; personal data, account numbers, tokens and secrets never. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { type CutOptions, cutSecrets } from './secrets/cut-secrets.ts';
import type { KnownSecrets } from './secrets/known-secrets.ts';
import { terminalText } from './terminal-text.ts';

export type Log = Logger;

/**
 * Parts of names of fields that are cut from a line however deep they stand, in case one slips in. Names
 * are compared in small letters, without what parts their words.
 */
const neverLogged = [
  ...['token', 'secret', 'passphrase', 'password', 'authorization', 'cookie', 'datakey'],
  ...['privatekey', 'mnemonic', 'seedphrase', 'email', 'phone', 'iban', 'taxid', 'taxnumber'],
  ...['accountnumber', 'routingnumber', 'taxidentification', 'socialsecurity', 'ssn', 'passport'],
  ...['birth', 'firstname', 'lastname', 'fullname', 'street', 'postalcode'],
];

const isNeverLogged = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return neverLogged.some((part) => plain.includes(part));
};

/** In the words of an error: an email, a phone number, an IBAN. */
const personal =
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\+\d{8,15}\b|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g;

/**
 * A logger that writes JSON lines to the destination. Every line is cleaned as it goes out, whatever
 * wrote it: fields by their names, texts (messages, errors and their stacks too) of what is secret.
 */
export function createLog(options: {
  readonly level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly destination: DestinationStream;
  /** Secrets that are cut by value. */
  readonly known?: KnownSecrets;
}): Log {
  const { level, destination, known } = options;
  const write = (line: string): void => {
    const clean = withoutSecrets(JSON.parse(line), known?.values());
    // On the terminal it is read by a person, and obeyed by the terminal.
    destination.write(`${terminalText(JSON.stringify(clean))}\n`);
  };
  return pino({ level, base: null }, { write });
}

function withoutSecrets(value: unknown, known: readonly string[] | undefined, field = ''): unknown {
  const words = (text: string, options: CutOptions): string =>
    cutSecrets(text, options).replace(personal, '[removed]');
  if (typeof value === 'string') return words(value, { known, field });
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, known, field));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isNeverLogged(name))
      .map(([name, inner]) => [words(name, { known }), withoutSecrets(inner, known, name)]),
  );
}
