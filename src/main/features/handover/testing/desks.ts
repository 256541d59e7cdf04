/** For tests: desks with a database in memory each, that tell one another what they have. */
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { readJson } from '../../../../platform/json-column.ts';
import { type Migration, migrate } from '../../../../platform/migrations.ts';
import type { Random } from '../../../../platform/random.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { addAddressLabel, addressLabelTime } from '../../../core/annotations/address-labels.ts';
import { openAnnotations } from '../../../core/annotations/annotations.ts';
import { openResolutions } from '../../../core/intents/resolutions.ts';
import { openRecords } from '../../../core/records/records.ts';
import { collectEntries, type Period } from '../collect.ts';
import { entryShape } from '../entries.ts';
import { createMerging } from '../merging.ts';
import { openOrigins } from '../origins.ts';
import type { MergedHandover } from '../outcome.ts';

/** A file as its lines. */
export interface TestFile {
  readonly id: string;
  /** Public key of the computer that signed the file. */
  readonly computer: string;
  readonly lines: readonly string[];
}

export type TestDesk = ReturnType<typeof createDesk>;

const always: Period = { from: null, to: null };

/** Where a desk lives on after it was closed. */
export interface KeptDesk {
  /** Public key of the desk. */
  readonly own: string;
  readonly sqlite: Sqlite;
  readonly random: Random;
}

/**
 * @param number of the desk, from 1 on @param now of its clock @param migrations of a profile
 * @param kept without it in memory
 */
export function createDesk(
  number: number,
  now: () => number,
  migrations: readonly Migration[],
  kept?: KeptDesk,
) {
  const sqlite = kept?.sqlite ?? openMemorySqlite(createSeal(new Uint8Array(32).fill(number)));
  migrate(sqlite, migrations);
  const own = kept?.own ?? String(number).repeat(64);
  const clock = { now } as Clock;
  let made = 0;
  const random = kept?.random ?? {
    bytes: (count: number) => new Uint8Array(count).fill(number * 16 + (made++ % 16)),
  };
  const records = openRecords({ sqlite });
  const annotations = openAnnotations({
    sqlite,
    clock,
    random,
    names: records,
    audit: { append: () => undefined },
    onChange: () => undefined,
  });
  const resolutions = openResolutions({ sqlite, clock, by: () => `person ${number}` });
  let files = 0;
  return {
    own,
    sqlite,
    records,
    annotations,
    resolutions,
    /** A request whose outcome is unknown; created elsewhere, too, where it is told. */
    request: (key: string, repeats: string | null = null) =>
      sqlite.run(
        `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages, repeats)
         VALUES (?, 'createCustomer', 'unknown', '{}', '2026-11-20T12:00:00.000Z', '', '[]', ?)
         ON CONFLICT DO NOTHING`,
        [key, repeats],
      ),
    /** Labels a known wallet; an empty label takes it away. */
    labelAddress(address: string, label: string): void {
      const of = { network: 'ethereum', address };
      const written_at = addressLabelTime(sqlite, isoNow(clock), of);
      addAddressLabel(sqlite, { ...of, label, written_at });
    },
    /** Signs off a mismatch, and a change. */
    signOff(at: string, note: string): void {
      sqlite.run(
        `INSERT INTO mismatch_clearances (virtual_account_id, digest, note, cleared_at)
         VALUES ('virtualAccount_1', 'd', ?, ?)`,
        [note, at],
      );
      const place = { effectiveAt: 1, rank: 1, bodySha256: 'b', observationId: 'o' };
      sqlite.run(
        `INSERT INTO drift_sign_offs
           (kind, id, path, was, is_now, from_position, to_position, at, desk, note)
         VALUES ('customer', 'customer_1', '/email', '"a"', '"b"', ?, ?, ?, ?, ?)`,
        [JSON.stringify(place), JSON.stringify(place), at, `desk ${number}`, note],
      );
    },
    save(period = always): TestFile {
      files += 1;
      const collected = collectEntries({ sqlite, own, period, known: [] });
      return {
        id: `${number}-${files}`,
        computer: own,
        lines: [...collected].map(({ line }) => line),
      };
    },
    merge: ({ id, computer, lines }: TestFile): MergedHandover =>
      sqlite.transaction(() => {
        sqlite.exec('PRAGMA defer_foreign_keys = ON');
        sqlite.run(
          "INSERT INTO handover_files VALUES (?, ?, null, '-', '-') ON CONFLICT DO NOTHING",
          [id, computer],
        );
        const merging = createMerging(sqlite, openOrigins(sqlite, own, id), []);
        for (const line of lines) merging.take(readJson(entryShape, line));
        return merging.finish();
      }),
  };
}

/** What a person can see of it, whatever way it came. */
export function seenAt({ sqlite, annotations, resolutions }: TestDesk): string {
  const all = (sql: string): unknown[] => sqlite.all(sql);
  const records = all(
    `SELECT kind, id, body, entered, provenance, entered_provenance, first_learned_at, last_learned_at,
       observations FROM records ORDER BY kind, id`,
  );
  const requests = all(
    'SELECT key, state, resource_id, repeats FROM standing_intents ORDER BY key',
  );
  return JSON.stringify({
    records,
    requests,
    beside: ['customer_1', 'customer_2'].map((id) => {
      const { notes, labels, reference } = annotations.get({ kind: 'customer', id });
      return { notes, labels, reference };
    }),
    addresses: all(
      `SELECT canonical, label, label_network, search_text FROM address_book
       WHERE label IS NOT NULL ORDER BY canonical`,
    ),
    found: all('SELECT kind, id, text FROM annotation_texts ORDER BY kind, id'),
    claimed: resolutions.claimantOf('customer_1'),
    changes: all('SELECT DISTINCT at, desk, note FROM drift_sign_offs ORDER BY at, desk, note'),
    signedOff: all(
      'SELECT DISTINCT note, cleared_at FROM mismatch_clearances ORDER BY cleared_at, note',
    ),
  });
}

export const closeAll = (desks: readonly { readonly sqlite: Sqlite }[]): void => {
  for (const { sqlite } of desks) sqlite.close();
};
