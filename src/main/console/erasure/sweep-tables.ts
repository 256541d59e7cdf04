/** Takes personal data out of the tables that name what it is about: each says whose its rows are. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { eraseAddress } from '../../core/annotations/address-labels.ts';
import { writeSearchText } from '../../core/annotations/search-text.ts';
import { standAgain } from '../../core/annotations/stand-again.ts';
import { FOR_EVER } from '../../core/records/erased/erased-subjects.ts';
import { createPayoutTable } from '../../features/payouts/payout-table.ts';
import type { Subject } from './survey.ts';

const among = '(SELECT value FROM json_each(?))';
const arrivalRows = z.array(z.object({ arrival: z.number() }));

const underWay = 'The customer’s personal data was erased, so this delivery was not forwarded.';

/** @param changed IDs of which something went now. Gives how many deliveries are noted for the inbox. */
export function sweepTables(subject: Subject, changed: ReadonlySet<string>): number {
  const { sqlite, owners, events } = subject;
  for (const [end, about] of byEnd(subject, [...owners.keys(), ...events, ...subject.keys]))
    sweepAnnotations(sqlite, about, end);
  for (const [end, ids] of byEnd(subject, owners.keys())) {
    const run = (sql: string, ...values: string[]) => sqlite.run(sql, [...values, end]);
    run(
      `UPDATE mismatch_clearances SET note = ''
       WHERE virtual_account_id IN ${among} AND cleared_at < ?`,
      ids,
    );
    run(
      `UPDATE drift_sign_offs SET was = 'null', is_now = 'null', note = ''
       WHERE id IN ${among} AND at < ?`,
      ids,
    );
    run(
      `UPDATE bank_account_checks SET sentence = NULL, messages = '[]', answer = NULL
       WHERE (id IN ${among} OR customer_id IN ${among}) AND at < ?`,
      ids,
      ids,
    );
    sweepAddresses(subject, ids, end);
  }
  forgetChanges(subject, changed);
  sweepPayouts(sqlite, [...owners.keys()]);
  let deliveries = 0;
  for (const [end, ids] of byEnd(subject, events)) deliveries += sweepDeliveries(sqlite, ids, end);
  return deliveries;
}

/** Lists of IDs as JSON, each with the moment until which what was written of them goes. */
function byEnd({ ends }: Subject, ids: Iterable<string>): [end: string, ids: string][] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const end = ends.get(id) ?? '';
    const group = groups.get(end) ?? [];
    groups.set(end, group);
    group.push(id);
  }
  return [...groups].map(([end, group]) => [end, JSON.stringify(group)]);
}

const recordRows = z.array(z.object({ kind: z.string(), id: z.string() }));

/** What the records are found by follows what stays. */
function sweepAnnotations(sqlite: Sqlite, about: string, end: string): void {
  const old = `id IN ${among} AND written_at < ?`;
  sqlite.run(`UPDATE annotation_notes SET text = '' WHERE ${old}`, [about, end]);
  for (const what of ['label', 'reference'])
    sqlite.run(`UPDATE annotation_${what}_versions SET folded = '', ${what} = '' WHERE ${old}`, [
      about,
      end,
    ]);
  standAgain(sqlite, about);
  sqlite.run(`DELETE FROM annotation_texts WHERE id IN ${among}`, [about]);
  const left = recordRows.parse(
    sqlite.all(
      `SELECT kind, id FROM (
         SELECT kind, id FROM annotation_notes WHERE text <> ''
         UNION SELECT kind, id FROM annotation_labels
         UNION SELECT kind, id FROM annotation_references) WHERE id IN ${among}`,
      [about],
    ),
  );
  for (const { kind, id } of left) writeSearchText(sqlite, [kind, id]);
}

/** Changes follow from the observations; of what is recorded again, they are found again. */
function forgetChanges({ sqlite, ends }: Subject, changed: ReadonlySet<string>): void {
  const ids = [...changed].filter((id) => ends.has(id));
  for (const table of ['drift_told', 'drift_changes'])
    sqlite.run(`DELETE FROM ${table} WHERE id IN ${among}`, [JSON.stringify(ids)]);
  if (ids.some((id) => ends.get(id) !== FOR_EVER))
    sqlite.run('UPDATE drift_cursor SET derivation = -1');
}

/** They are read again from their events at the next opening. */
function sweepPayouts(sqlite: Sqlite, ids: readonly string[]): void {
  const table = createPayoutTable(sqlite);
  const known = sqlite.texts(`SELECT DISTINCT payout FROM payout_events WHERE payout IN ${among}`, [
    JSON.stringify(ids),
  ]);
  for (const id of known) {
    table.remove(id);
    sqlite.run('INSERT OR IGNORE INTO payout_pending (payout) VALUES (?)', [id]);
  }
}

const addressRows = z.array(
  z.object({ family: z.string(), canonical: z.string(), address: z.string(), owner: z.string() }),
);

/** An address that others use too stays theirs. */
function sweepAddresses({ sqlite, owners, gone }: Subject, ids: string, end: string): void {
  const uses = `address_uses WHERE (customer_id IN ${among} OR id IN ${among}) AND at < ?`;
  const touched = JSON.stringify(
    sqlite.texts(`SELECT CAST(address_id AS TEXT) FROM ${uses}`, [ids, ids, end]),
  );
  const of = `address_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`;
  const known = addressRows.parse(
    sqlite.all(
      `SELECT family, canonical, address, coalesce((SELECT coalesce(customer_id, id) FROM address_uses AS u
         WHERE u.address_id = address_book.address_id AND (customer_id IN ${among} OR id IN ${among})), '')
         AS owner FROM address_book WHERE ${of} OR uses = 0`,
      [ids, ids, touched],
    ),
  );
  sqlite.run(`DELETE FROM ${uses}`, [ids, ids, end]);
  /** By somebody, or a person said something of it since. */
  const isUsed = (family: string, canonical: string): boolean =>
    sqlite.first(
      `SELECT 1 FROM address_uses JOIN address_book USING (address_id)
         WHERE family = ? AND canonical = ?
       UNION ALL SELECT 1 FROM address_labels
         WHERE family = ? AND canonical = ? AND written_at >= ?`,
      [family, canonical, family, canonical, end],
    ) !== undefined;
  const [first = ''] = owners.values();
  for (const { family, canonical, address, owner } of known) {
    const isTheirs = owner !== '' || gone.endOf(address) === end;
    if (!isTheirs || isUsed(family, canonical)) continue;
    const customerId = owners.get(owner) ?? gone.ownerOf(address) ?? first;
    eraseAddress(sqlite, { family, canonical, customerId });
  }
  sqlite.run(
    `UPDATE address_book SET (uses, customers, first_use, last_use, networks) = (
       SELECT count(*), count(DISTINCT customer_id), min(at), max(at),
              json_group_array(DISTINCT network)
       FROM address_uses WHERE address_uses.address_id = address_book.address_id) WHERE ${of}`,
    [touched],
  );
}

function sweepDeliveries(sqlite: Sqlite, events: string, end: string): number {
  const arrivals = arrivalRows
    .parse(
      sqlite.all(
        `SELECT arrival FROM read_deliveries WHERE event_id IN ${among} AND received_at < ?`,
        [events, Date.parse(end)],
      ),
    )
    .map(({ arrival }) => arrival);
  const list = JSON.stringify(arrivals);
  sqlite.run(`UPDATE read_deliveries SET deviations = '[]' WHERE arrival IN ${among}`, [list]);
  sqlite.run(
    `INSERT INTO erased_deliveries (arrival) SELECT value FROM json_each(?) WHERE 1
     ON CONFLICT DO NOTHING`,
    [list],
  );
  sqlite.run(
    `UPDATE forwards SET state = 'failed', next_try = NULL, sentence = ?
     WHERE state = 'waiting' AND arrival IN ${among}`,
    [underWay, list],
  );
  return arrivals.length;
}
