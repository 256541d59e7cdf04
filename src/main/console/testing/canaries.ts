/** Secrets in every place of what comes from outside, and where they are looked for, for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';

/** A token without a recognisable shape, which an ID of the service may contain. */
export const token = 'Zq7Kx93mPq27TzLw8YvB4';
export const webhookSecret = 'secret_Hk4Vt82bNw61RcXe9Ju3';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.Y2FuYXJ5LW9mLXRoZS1kZXNr';
const pem = '-----BEGIN PRIVATE KEY-----MHcCAQEEIIrYSSNQFaA2Hwf1-----END PRIVATE KEY-----';
/** Published: no money is under it. */
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ofShape = 'secret_canary9f3kWd5';

/** All of them inside a longer text. */
export const words = `Said ${[token, webhookSecret, jwt, pem, ofShape, phrase].join(' | ')} (all)`;

/** What of them may stand nowhere, in small letters; of the phrase a word that stands nowhere else. */
const marks = [
  'x93mpq27tz',
  't82bnw61rc',
  'y2fuyxj5lw9m',
  'mhccaqeeiiry',
  'ry9f3kwd5',
  'sausage',
] as const;

/** The marks that stand in a text. */
export const marksIn = (text: string): string[] => {
  const plain = text.toLowerCase();
  return marks.filter((mark) => plain.includes(mark));
};

type Path = readonly (string | number)[];

/** Paths of all that is a text, or could be one. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string' || value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((one, at) => (String(at) === first ? replaced(one, rest, by) : one));
  }
  const body = value as Record<string, unknown>;
  return { ...body, [first]: replaced(body[first], rest, by) };
}

/** In every text at once but those that say what it is: ids, names of events and times. */
const replacedInAll = (body: unknown): unknown =>
  leaves(body)
    .filter((path) => !/^(?:id|name|created|updated)$/.test(String(path.at(-1))))
    .reduce((rest, path) => replaced(rest, path, words), body);

/**
 * The body with the secrets in each of its texts in turn, in all, in fields that nobody knows and in
 * their names, and with one in its ids.
 */
export const variantsOf = (body: object): object[] => [
  ...leaves(body).map((path) => replaced(body, path, words) as object),
  ...leaves(body)
    .filter((path) => path.at(-1) === 'id')
    .map((path) => replaced(body, path, `${kindAt(body, path)}_${token}`) as object),
  replacedInAll(body) as object,
  { ...body, extra: { [words]: [words, { deep: words }] }, [words]: words },
];

/** `customer` of `customer_…`. */
function kindAt(body: unknown, path: Path): string {
  const id = path.reduce((value: unknown, key) => (value as Record<string, unknown>)[key], body);
  return String(id).split('_')[0] ?? '';
}

/** Bodies of refusals in every form (Interface 7), and in none. */
export const refusals: readonly unknown[] = [
  { ts: words, error: { information: [words, { message: words, field: words }] } },
  { ts: words, error: { general: words, code: words } },
  { ok: false, statusCode: 400, error: words, message: [words], request: words, code: words },
  { status: 400, title: words, detail: words, code: words, errors: [{ [words]: words }] },
  { message: words, error: { secret: words, deep: [[{ a: words }]] } },
  words,
];

/** Every database under the directory, opened with one of the keys; those that none opens are others'. */
export function databasesUnder(
  directory: string,
  keys: readonly Uint8Array[],
): { readonly name: string; readonly sqlite: Sqlite }[] {
  const found = readdirSync(directory, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.db'))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const opened = keys
        .flatMap((key) => [true, false].map((isDerived) => ({ file, key, isDerived })))
        .map((options) => tried(() => openSqlite({ ...options, isReadOnly: true })))
        .find((sqlite) => sqlite !== null);
      return opened === undefined || opened === null
        ? []
        : [{ name: basename(file), sqlite: opened }];
    });
}

/** Tables, and which marks stand in them, text or bytes. */
export function marksInTables(sqlite: Sqlite): Record<string, string[]> {
  const tables = sqlite.texts("SELECT name FROM sqlite_master WHERE type = 'table'");
  const marked = tables.map((table): [string, string[]] => {
    const rows = tried(() => sqlite.all(`SELECT * FROM "${table}"`)) ?? [];
    return [table, marksIn(rows.map(textOfRow).join('\n'))];
  });
  return Object.fromEntries(marked.filter(([, found]) => found.length > 0));
}

const textOfRow = (row: unknown): string =>
  Object.values(row as Record<string, unknown>)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value))
    .join('\n');

/** The files as they lie there, by name, with the marks in them. */
export const marksInFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) =>
      marksIn(readFileSync(join(entry.parentPath, entry.name), 'latin1')).map(
        (mark) => `${entry.name}: ${mark}`,
      ),
    );

function tried<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
