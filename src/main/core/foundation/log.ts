/** Structured log lines: ids yes; personal data, account numbers, tokens and secrets never. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { z } from 'zod';
import { terminalText } from '../../../platform/terminal-text.ts';
import { type CutOptions, cutSecrets } from './secrets/cut-secrets.ts';
import type { KnownSecrets } from './secrets/known-secrets.ts';

export type Log = Logger;

/**
 * Parts of names of fields that are cut from a line however deep they stand, in case one slips in. Names
 * are compared in small letters, without what parts their words.
 */
const neverLogged = [
  'token',
  'secret',
  'passphrase',
  'password',
  'authorization',
  'cookie',
  'datakey',
  'privatekey',
  'mnemonic',
  'seedphrase',
  'email',
  'phone',
  'iban',
  'taxid',
  'taxnumber',
  'accountnumber',
  'routingnumber',
  'taxidentification',
  'socialsecurity',
  'ssn',
  'passport',
  'birth',
  'firstname',
  'lastname',
  'fullname',
  'street',
  'postalcode',
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

/** A line that tells of something wrong: its class and code, and none of its words. */
export interface Problem {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isError: boolean;
  readonly errorClass: string | null;
  readonly code: string | null;
}

export interface Problems {
  readonly warnings: number;
  readonly errors: number;
  /** Oldest first, the last of them. */
  readonly last: readonly Problem[];
}

const noProblems: Problems = { warnings: 0, errors: 0, last: [] };
const problems = new WeakMap<Log, Problems>();
const mostProblems = 50;

/** What went wrong since the start, by the log. */
export const problemsOf = (log: Log): Problems => problems.get(log) ?? noProblems;

const problemLine = z.object({
  level: z.number().min(40),
  time: z.number(),
  err: z.object({ name: z.string(), type: z.string(), code: z.string() }).partial().catch({}),
});

function withProblem(before: Problems, line: unknown): Problems {
  const { data } = problemLine.safeParse(line);
  if (data === undefined) return before;
  const { level, time: at, err } = data;
  const isError = level >= 50;
  const problem = { at, isError, errorClass: err.name ?? err.type ?? null, code: err.code ?? null };
  return {
    warnings: before.warnings + (isError ? 0 : 1),
    errors: before.errors + (isError ? 1 : 0),
    last: [...before.last, problem].slice(-mostProblems),
  };
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
    problems.set(log, withProblem(problemsOf(log), clean));
    // On the terminal it is read by a person, and obeyed by the terminal.
    destination.write(`${terminalText(JSON.stringify(clean))}\n`);
  };
  const log = pino({ level, base: null }, { write });
  return log;
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

/**
 * A failure that nobody awaited is logged, and the program goes on. What counts is stored in transactions and
 * before it is sent or acknowledged, so such a failure leaves nothing half stored, and a program that ended
 * would receive no delivery until a person unlocks the next one, or a supervisor starts the next relay. An
 * exception beside a promise ends it still: it may have left a change to what is in memory half made.
 */
export function logUnawaited(log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'a failure that nobody awaited');
  });
}
