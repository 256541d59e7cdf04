/** Where personal data is looked for after an erasure: every table, every sealed value, every delivery. */
import { inflateSync } from 'node:zlib';
import { z } from 'zod';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { unpackContent } from '../../../features/webhooks/inbox/block-content.ts';
import { inboxKeysOf } from '../../../features/webhooks/inbox/sealing.ts';
import { createStoredBlocks } from '../../../features/webhooks/inbox/stored-content.ts';
import { readInboxId } from '../../../features/webhooks/inbox/writer.ts';

type Placed = Generator<readonly [place: string, text: string]>;

/** What is sealed under the database's key: column, table, what names the row, and the context. */
const sealedColumns = [
  ['raw_sealed', 'observations', 'observation_id', (id: string) => `observation:${id}`],
  ['answer_sealed', 'intents', 'key', (key: string) => `intent:${key}:answer`],
] as const;
const sealedRows = z.array(z.object({ name: z.string(), sealed: z.instanceof(Uint8Array) }));

/** Everything that the database holds: rows, what is sealed under its key, and deflated columns. */
export function* textsOf(sqlite: Sqlite): Placed {
  const tables = sqlite.texts("SELECT name FROM sqlite_master WHERE type = 'table'");
  for (const table of tables) yield* textsOfTable(sqlite, table);
  for (const [column, table, name, contextOf] of sealedColumns) {
    if (!tables.includes(table)) continue;
    const rows = sealedRows.parse(
      sqlite.all(
        `SELECT ${name} AS name, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
      ),
    );
    for (const row of rows) {
      const opened = sqlite.seal.open(contextOf(row.name), row.sealed);
      yield [`${table}.${column}, opened`, Buffer.from(opened).toString()];
    }
  }
}

function* textsOfTable(sqlite: Sqlite, table: string): Placed {
  for (const row of rowsOf(sqlite, table)) {
    for (const [column, value] of Object.entries(row as Record<string, unknown>)) {
      const place = `${table}.${column}`;
      if (value instanceof Uint8Array) yield* textsOfBytes(place, value);
      else yield [place, String(value)];
    }
  }
}

function rowsOf(sqlite: Sqlite, table: string): unknown[] {
  try {
    return sqlite.all(`SELECT * FROM "${table}"`);
  } catch {
    // A virtual table without columns of its own.
    return [];
  }
}

function* textsOfBytes(place: string, value: Uint8Array): Placed {
  yield [place, Buffer.from(value).toString('latin1')];
  try {
    yield [`${place}, inflated`, inflateSync(value).toString('utf8')];
  } catch {
    // It is not deflated.
  }
}

/** Headers and body of each stored delivery of a profile, whatever its verdict. */
export function* deliveriesOf(sqlite: Sqlite, profileId: string, dataKey: Uint8Array): Placed {
  const open = createStoredBlocks(sqlite, readInboxId(sqlite));
  const { privateKey } = inboxKeysOf(dataKey);
  const rows = z
    .array(z.object({ arrival: z.number(), block: z.number(), place: z.number() }))
    .parse(sqlite.all('SELECT arrival, block, place FROM deliveries'));
  for (const { arrival, block, place } of rows) {
    const { headers, body } = unpackContent(open(block, profileId, privateKey), place);
    yield [`delivery ${arrival}`, `${canonicalJson(headers)} ${Buffer.from(body).toString()}`];
    // The whole block, too: what was cut short in it must not follow.
    yield [`block ${block}`, Buffer.from(open(block, profileId, privateKey)).toString('latin1')];
  }
}

/** Places where one of the marks stands, in any case of letters. */
export const placesOf = (
  texts: Iterable<readonly [place: string, text: string]>,
  marks: readonly string[],
): string[] => [
  ...new Set(
    [...texts].flatMap(([place, text]) => {
      const plain = text.toLowerCase();
      return marks.filter((mark) => plain.includes(mark)).map((mark) => `${place}: ${mark}`);
    }),
  ),
];
