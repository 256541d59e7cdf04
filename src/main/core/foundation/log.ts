/** Structured log lines: ids yes; personal data, account numbers, tokens and secrets never. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { terminalText } from '../../../platform/terminal-text.ts';
import { type CutOptions, cutSecrets } from './secrets/cut-secrets.ts';
import type { KnownSecrets } from './secrets/known-secrets.ts';

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
 * So many digits, with what groups them, are the number of an account, of a tax or of a phone. Not where
 * letters stand beside them (an id), nor in what follows.
 */
const longNumber =
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<![a-z0-9_])\d(?:[ \u00a0()./-]{0,2}\d){7,1000}(?![a-z0-9_])/gi;
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const days = /(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)/g;
const networkAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Fields that the program itself gives an id or a time. */
const ownField = /(?:^id|Ids?|[kK]ey|At|^time)$/;

function withoutNumbers(text: string): string {
  return text.replace(longNumber, (number) => {
    if (networkAddress.test(number) || isUuid.test(number)) return number;
    const rest = number.replace(days, '').replace(/\D/g, '');
    return rest.length < 8 ? number : '[removed]';
  });
}

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
  const words = (text: string, options: CutOptions): string => {
    const cut = cutSecrets(text, options).replace(personal, '[removed]');
    return ownField.test(options.field ?? '') ? cut : withoutNumbers(cut);
  };
  if (typeof value === 'string') return words(value, { known, field });
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, known, field));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isNeverLogged(name))
      .map(([name, inner]) => [words(name, { known }), withoutSecrets(inner, known, name)]),
  );
}
