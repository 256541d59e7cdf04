/** Takes personal data out of the tables that name what it is about: each says whose its rows are. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createPayoutTable } from '../../features/payouts/payout-table.ts';
import type { Subject } from './survey.ts';

const among = '(SELECT value FROM json_each(?))';
const arrivalRows = z.array(z.object({ arrival: z.number() }));

const underWay = 'The customer’s personal data was erased, so this delivery was not forwarded.';

/** Gives how many deliveries are noted for the inbox. */
export function sweepTables(subject: Subject): number {
  const { sqlite, owners, events } = subject;
  const ids = JSON.stringify([...owners.keys()]);
  const about = JSON.stringify([...owners.keys(), ...events, ...subject.keys]);
  const run = (sql: string, ...values: string[]) => sqlite.run(sql, values);

  run(`UPDATE annotation_notes SET text = '' WHERE id IN ${among}`, about);
  for (const table of ['labels', 'references', 'texts'])
    run(`DELETE FROM annotation_${table} WHERE id IN ${among}`, about);

  run(`UPDATE mismatch_clearances SET note = '' WHERE virtual_account_id IN ${among}`, ids);
  run(`DELETE FROM drift_told WHERE id IN ${among}`, ids);
  run(`DELETE FROM drift_changes WHERE id IN ${among}`, ids);
  run(
    `UPDATE drift_sign_offs SET was = 'null', is_now = 'null', note = '' WHERE id IN ${among}`,
    ids,
  );
  run(
    `UPDATE bank_account_checks SET sentence = NULL, messages = '[]', answer = NULL
     WHERE id IN ${among} OR customer_id IN ${among}`,
    ...[ids, ids],
  );
  sweepPayouts(sqlite, [...owners.keys()]);
  sweepAddresses(sqlite, ids);
  return sweepDeliveries(sqlite, JSON.stringify([...events]));
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

/** An address that others use too stays theirs. */
function sweepAddresses(sqlite: Sqlite, ids: string): void {
  const uses = `SELECT address_id FROM address_uses WHERE customer_id IN ${among} OR id IN ${among}`;
  const touched = JSON.stringify(
    sqlite.texts(`SELECT CAST(address_id AS TEXT) FROM (${uses})`, [ids, ids]),
  );
  sqlite.run(`DELETE FROM address_uses WHERE customer_id IN ${among} OR id IN ${among}`, [
    ...[ids, ids],
  ]);
  const of = `address_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`;
  const used =
    'EXISTS (SELECT 1 FROM address_uses AS u WHERE u.address_id = address_book.address_id)';
  sqlite.run(`DELETE FROM address_book WHERE ${of} AND NOT ${used}`, [touched]);
  sqlite.run(
    `UPDATE address_book SET (uses, customers, first_use, last_use, networks) = (
       SELECT count(*), count(DISTINCT customer_id), min(at), max(at),
              json_group_array(DISTINCT network)
       FROM address_uses WHERE address_uses.address_id = address_book.address_id) WHERE ${of}`,
    [touched],
  );
}

function sweepDeliveries(sqlite: Sqlite, events: string): number {
  const arrivals = arrivalRows
    .parse(sqlite.all(`SELECT arrival FROM read_deliveries WHERE event_id IN ${among}`, [events]))
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
