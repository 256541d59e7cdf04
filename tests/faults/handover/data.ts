/** A hand-over file, and a profile's database that it is merged into. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handoverCalls } from '../../../src/main/console/handover/handover-calls.ts';
import { profileMigrations } from '../../../src/main/console/profile-session.ts';
import { openAnnotations } from '../../../src/main/core/annotations/annotations.ts';
import { signingKeyOf } from '../../../src/main/core/audit/signing.ts';
import { openRecords } from '../../../src/main/core/records/records.ts';
import { type Card, ownCard } from '../../../src/main/features/handover/card.ts';
import { signHandover } from '../../../src/main/features/handover/file.ts';
import type { MergedHandover } from '../../../src/main/features/handover/outcome.ts';
import { sealedTo } from '../../../src/main/features/handover/testing/computer.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { migrate } from '../../../src/platform/migrations.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { openSqlite, type Sqlite } from '../../../src/platform/sqlite.ts';

const computer = (number: number) => signingKeyOf(new Uint8Array(32).fill(number));
const here = computer(1);
const there = computer(2);
const databaseIn = (folder: string, name: string) => {
  const key = Buffer.alloc(32, name);
  return { file: join(folder, `${name}.db`), key, sealKey: key };
};
export const erasedId = 'customer_1';
const moment = '2026-11-20T11:00:00.000Z';

function fill(sqlite: Sqlite, count: number): void {
  migrate(sqlite, profileMigrations);
  const records = openRecords({ sqlite });
  const annotations = openAnnotations({
    sqlite,
    names: records,
    audit: { append: () => undefined },
    onChange: () => undefined,
    clock: systemClock,
    random: systemRandom,
  });
  for (let at = 0; at < count; at += 1) {
    const id = `customer_${at}`;
    records.observe({
      kind: 'customer',
      id,
      source: 'read',
      observedAt: moment,
      raw: Buffer.from('raw'),
      body: { id, email: `${at}@example.com` },
    });
    if (at % 4 === 0) annotations.addNote({ kind: 'customer', id }, `note of ${at}@example.com`);
    sqlite.run(
      `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
       VALUES (?, 'createCustomer', 'unknown', '{}', ?, '', '[]')`,
      [at.toString(16).padStart(32, '0'), moment],
    );
  }
}

/** The file has so many customers; of them the first few are here, and one was erased. */
export function makeData(folder: string, count: number): void {
  const from = databaseIn(folder, 'from');
  const into = databaseIn(folder, 'into');
  for (const [database, customers] of [
    [from, count],
    [into, 3],
  ] as const) {
    const sqlite = openSqlite(database);
    fill(sqlite, customers);
    if (database === into)
      sqlite.exec(
        `INSERT INTO erasures (customer_id, at, reason, finished_at) VALUES ('${erasedId}', '${moment}', 'x', '${moment}');
         INSERT INTO erased_ids VALUES ('${erasedId}', '${erasedId}')`,
      );
    sqlite.close();
  }
  const card: Card = ownCard(here, 'Desk');
  const { key, ...head } = sealedTo(card);
  const { begin, finish, inspect } = handoverCalls();
  const toSign = begin({
    folder,
    name: 'one.handover',
    head,
    key,
    databases: [from],
    own: there.publicKey,
    known: [],
    period: { from: null, to: null },
    start: {
      what: 'start',
      card: ownCard(there, 'Laptop'),
      person: null,
      savedAt: moment,
      from: null,
      to: null,
      profiles: [{ name: 'P', environment: 'sandbox', baseUrl: 'https://service.example.com' }],
    },
  });
  const { file } = finish(signHandover(there, toSign));
  const { digest } = inspect(file, key);
  writeFileSync(
    join(folder, 'order.json'),
    JSON.stringify({ key: Buffer.from(key).toString('hex'), digest }),
  );
}

export function mergeData(folder: string): MergedHandover {
  const { key, digest } = JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8')) as {
    key: string;
    digest: string;
  };
  return handoverCalls().merge({
    file: join(folder, 'one.handover'),
    key: Buffer.from(key, 'hex'),
    digest,
    profile: 0,
    into: databaseIn(folder, 'into'),
    own: here.publicKey,
    person: null,
    known: [],
  });
}

/** Whether the next opening finishes what an erasure left. */
export function isUnfinished(folder: string): boolean {
  const sqlite = openSqlite(databaseIn(folder, 'into'));
  try {
    return sqlite.first('SELECT 1 FROM erasures WHERE finished_at IS NULL') !== undefined;
  } finally {
    sqlite.close();
  }
}

/** All that it holds, but for when it was merged. */
export function contentsOf(folder: string): string {
  const sqlite = openSqlite(databaseIn(folder, 'into'));
  try {
    sqlite.exec("UPDATE handover_files SET merged_at = ''; UPDATE erasures SET finished_at = ''");
    const tables = sqlite.texts(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'audit%' AND name NOT IN ('migrations', 'sqlite_schema') ORDER BY name`,
    );
    const entries = sqlite.texts("SELECT action FROM audit_log WHERE action = 'handover.merged'");
    return JSON.stringify([
      entries,
      ...tables.map((name) => [name, sqlite.all(`SELECT * FROM "${name}"`)]),
    ]);
  } finally {
    sqlite.close();
  }
}
