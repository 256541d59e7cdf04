/** A real encrypted database of a profile with damage anywhere: all comes that does not lie on it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../platform/clock.ts';
import { type Migration, migrate } from '../../../platform/migrations.ts';
import { readPageImage } from '../../../platform/page-image.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { annotationMigrations } from '../annotations/migrations.ts';
import { auditMigrations, openAudit } from '../audit/audit.ts';
import { intentsMigrations } from '../intents/migrations.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { openRecords } from '../records/records.ts';
import { readRoots } from './reach.ts';
import { type Salvage, salvage } from './salvage.ts';
import { treePages } from './tree-pages.ts';

const pageBytes = 4_096;
const key = Buffer.alloc(32, 7);
const migrations: readonly Migration[] = [
  ...recordsMigrations,
  ...auditMigrations,
  ...annotationMigrations,
  ...intentsMigrations,
];
const derived = new Set([
  'records',
  'customer_columns',
  'customer_statuses',
  'customer_queue',
  'derivation',
  'virtual_account_columns',
  'bank_account_columns',
  'wallet_columns',
  'address_columns',
  'payment_link_columns',
]);

let root = '';
let whole: Buffer = Buffer.alloc(0);
let counts: Readonly<Record<string, number>> = {};
let places: readonly Place[] = [];
let schemaPages: readonly number[];

/** A page of a table: with so many rows, or one that a row overflows to. */
interface Place {
  readonly table: string;
  readonly page: number;
  readonly cells: number;
  /** The page and cell that it continues; null of a page with rows. */
  readonly continues: string | null;
  readonly path: string;
}

const placeRows = z.array(
  z.object({
    name: z.string(),
    path: z.string(),
    pageno: z.int(),
    pagetype: z.string(),
    ncell: z.int(),
  }),
);
const tables = ['observations', 'audit_log', 'annotation_notes', 'annotation_labels', 'intents'];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-salvage-'));
  const file = join(root, 'whole.db');
  const sqlite = openSqlite({ file, key });
  migrate(sqlite, migrations);
  const records = openRecords({ sqlite });
  const audit = openAudit({ sqlite, clock: systemClock });
  sqlite.transaction(() => {
    for (let at = 0; at < 1_500; at += 1) fill(sqlite, records, audit, at);
  });
  sqlite.checkpoint();
  counts = Object.fromEntries(tables.map((table) => [table, countOf(sqlite, table)]));
  const found = sqlite.all('SELECT name, path, pageno, pagetype, ncell FROM dbstat');
  schemaPages = placeRows
    .parse(found)
    .filter(({ name }) => name === 'sqlite_schema')
    .map(({ pageno }) => pageno);
  places = placeRows
    .parse(found)
    // Rows of a table without row numbers lie on all of its pages.
    .filter(
      ({ name, pagetype }) =>
        tables.includes(name) && (pagetype !== 'internal' || name === 'annotation_labels'),
    )
    .map(({ name, path, pageno, pagetype, ncell }) => ({
      table: name,
      page: pageno,
      cells: ncell,
      path,
      continues: pagetype === 'overflow' ? (path.split('+')[0] ?? '') : null,
    }));
  sqlite.close();
  whole = readFileSync(file);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function fill(
  sqlite: Sqlite,
  records: ReturnType<typeof openRecords>,
  audit: ReturnType<typeof openAudit>,
  at: number,
): void {
  const id = `customer_${at}`;
  records.observe({
    kind: 'customer',
    id,
    source: 'read',
    observedAt: '2026-11-24T09:00:00.000Z',
    raw: Buffer.alloc(at % 40 === 0 ? 9_000 : 40 + (at % 300), 65),
    body: { id, email: `${at}@example.com`, name: 'é'.repeat(at % 30) },
  });
  audit.append({ action: 'test.done', facts: { at } });
  const written = '2026-11-24T09:00:00.000Z';
  sqlite.run(
    "INSERT INTO annotation_notes (note_id, kind, id, text, written_at) VALUES (?, 'customer', ?, ?, ?)",
    [`note-${at}`, id, `called about ${at} `.repeat(9), written],
  );
  sqlite.run(
    "INSERT INTO annotation_labels (kind, id, folded, label, written_at) VALUES ('customer', ?, 'vip', 'VIP', ?)",
    [id, written],
  );
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
     VALUES (?, 'createCustomer', 'created', ?, ?, '', '[]')`,
    [`intent-${at}`, JSON.stringify({ email: `${at}@example.com` }), written],
  );
}

const countOf = (sqlite: Sqlite, table: string): number =>
  Number(sqlite.texts(`SELECT CAST(count(*) AS TEXT) FROM ${table}`)[0]);

/** What is brought of a database with these pages damaged. */
async function salvaged(
  damage: (bytes: Buffer) => Buffer,
  read?: (made: Sqlite) => void,
): Promise<Salvage> {
  const folder = mkdtempSync(join(root, 'harmed-'));
  const file = join(folder, 'records.db');
  const harmed = damage(Buffer.from(whole));
  writeFileSync(file, harmed);
  const image = await readPageImage({ file, key }, folder);
  if (image === null) throw new Error('No page was read.');
  const pages = treePages(image);
  const made = openSqlite({ file: join(folder, 'made.db'), key });
  try {
    migrate(made, migrations);
    const roots = readRoots(pages);
    const found = salvage(pages, roots, made, {
      derived,
      named: { index: 'observations_in_order', columns: 2 },
      settle: () => undefined,
    });
    expect(made.texts('PRAGMA quick_check')).toEqual(['ok']);
    expect(readFileSync(file).equals(harmed)).toBe(true);
    read?.(made);
    return found;
  } finally {
    made.close();
    rmSync(folder, { recursive: true });
  }
}

/** Rows of a table that lie on none of these pages, by what SQLite says of the undamaged database. */
function expectedOf(table: string, damaged: ReadonlySet<number>): number {
  const of = places.filter((place) => place.table === table);
  const lostLeaves = of.filter(({ page, continues }) => continues === null && damaged.has(page));
  const torn = new Set(
    of
      .filter(({ page, continues }) => continues !== null && damaged.has(page))
      .map(({ continues }) => continues ?? '')
      .filter((cell) => !lostLeaves.some(({ path }) => cell.startsWith(path))),
  );
  const lost = lostLeaves.reduce((sum, { cells }) => sum + cells, 0) + torn.size;
  return (counts[table] ?? 0) - lost;
}

const flip = (bytes: Buffer, page: number): void => {
  const at = (page - 1) * pageBytes + 1_000;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
};
const zero = (bytes: Buffer, page: number): void => {
  bytes.fill(0, (page - 1) * pageBytes, page * pageBytes);
};
const brought = (found: Salvage, table: string) =>
  found.tables.find((one) => one.table === table)?.brought;

/** Numbers that look random, the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let value = seed; ; ) {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield value;
  }
}

describe('a database with damaged pages', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('brings all that does not lie on them (%i)', async (seed) => {
    const random = numbers(seed * 7_919);
    const count = whole.length / pageBytes;
    const damaged = new Set(
      Array.from({ length: 1 + seed * 2 }, () => 1 + (random.next().value % count)),
    );
    const found = await salvaged((bytes) => {
      for (const page of damaged) (page % 2 === 0 ? flip : zero)(bytes, page);
      return bytes;
    });
    for (const table of tables)
      expect(brought(found, table), table).toBe(expectedOf(table, damaged));
    // SQLite opens nothing where a page of the schema is lost, so the first is given up with it.
    const isSchemaLost = schemaPages.some((page) => damaged.has(page));
    const all = isSchemaLost ? new Set([...damaged, 1]) : damaged;
    expect(found.lostPages).toBe(all.size);
    const observations = found.tables.find(({ table }) => table === 'observations');
    const lost = (counts['observations'] ?? 0) - (observations?.brought ?? 0);
    expect(observations?.lost).toBeLessThanOrEqual(lost);
    if (observations?.mayLackMore === false) expect(observations.lost).toBe(lost);
  });

  it.each(tables)('brings all rows of %s where the page above them all is lost', async (table) => {
    let root = 0;
    const pages = await rootsOf();
    const found = await salvaged((bytes) => {
      root = pages.get(table) ?? 0;
      zero(bytes, root);
      return bytes;
    });
    expect(root).toBeGreaterThan(1);
    expect(brought(found, table)).toBe(expectedOf(table, new Set([root])));
  });

  it('brings all rows where its first page is lost, and with it the schema', async () => {
    const found = await salvaged(
      (bytes) => {
        flip(bytes, 1);
        return bytes;
      },
      (made) => {
        for (const table of tables) expect(countOf(made, table), table).toBe(counts[table]);
        // Chained as they were: nothing was taken for what it is not.
        expect(made.texts('SELECT facts FROM audit_log WHERE sequence = 700')).toEqual([
          '{"at":699}',
        ]);
      },
    );
    expect(found.lostPages).toBe(1);
  });

  it('brings what comes before and after a long stretch', async () => {
    const stretch = new Set(Array.from({ length: 45 }, (_, at) => 300 + at));
    const found = await salvaged((bytes) => {
      for (const page of stretch) flip(bytes, page);
      return bytes;
    });
    expect(found.lostPages).toBe(stretch.size);
    for (const table of tables)
      expect(brought(found, table), table).toBe(expectedOf(table, stretch));
    expect(found.lostNames.length).toBeGreaterThan(0);
  });

  it('brings what a file that was cut still holds', async () => {
    const kept = Math.floor((whole.length / pageBytes) * 0.7);
    const beyond = new Set(
      Array.from({ length: whole.length / pageBytes - kept }, (_, at) => kept + 1 + at),
    );
    const found = await salvaged((bytes) => bytes.subarray(0, kept * pageBytes));
    for (const table of tables)
      expect(brought(found, table), table).toBe(expectedOf(table, beyond));
  });

  it('reads nothing under another key, and says so', async () => {
    const file = join(root, 'other.db');
    writeFileSync(file, whole);
    expect(await readPageImage({ file, key: Buffer.alloc(32, 8) }, root)).toBeNull();
  });
});

async function rootsOf(): Promise<ReadonlyMap<string, number>> {
  const file = join(root, 'whole.db');
  const image = await readPageImage({ file, key }, root);
  if (image === null) throw new Error('No page was read.');
  return readRoots(treePages(image));
}
