/** A person had the data of an erased customer recorded again: what was written since stays, whatever sweeps after. */
import { beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { addAddressLabel, erasedWith } from '../../core/annotations/address-labels.ts';
import { openRecords } from '../../core/records/records.ts';
import { profileMigrations } from '../profile-session.ts';
import { eraseAgain } from './erase-again.ts';
import { eraseCalls } from './erase-records.ts';
import { createGoneTexts } from './gone-texts.ts';
import { placesOf, textsOf } from './testing/canaries.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase(profileMigrations);
});

const before = '2026-02-01T12:00:00.000Z';
const lifted = '2026-02-03T12:00:00.000Z';
const since = '2026-02-05T12:00:00.000Z';
const ada = 'customer_ada';
const email = 'zelda@wyvern.example';
const erasure = {
  customerId: ada,
  at: '2026-02-02T12:00:00.000Z',
  by: null,
  reason: 'Asked',
  liftedAt: lifted,
  liftedBy: null,
  liftReason: 'She is back',
};

/** Everything that may be written of her, at that time, with a mark that tells it. */
function write(at: string, mark: string): void {
  openRecords({ sqlite }).observe({
    kind: 'customer',
    id: ada,
    source: 'read',
    observedAt: at,
    body: { id: ada, email, nickname: `${mark}-observed` },
  });
  const run = (sql: string, ...values: (string | null)[]) => sqlite.run(sql, values);
  run(
    'INSERT INTO customer_own_names (customer_id, name, named_at) VALUES (?, ?, ?)',
    ada,
    mark,
    at,
  );
  const beside = `(kind, id, folded`;
  run(
    `INSERT INTO annotation_notes (note_id, kind, id, text, written_at)
     VALUES (?, 'customer', ?, ?, ?)`,
    mark,
    ada,
    `${mark}-note`,
    at,
  );
  run(
    `INSERT INTO annotation_label_versions ${beside}, label, written_at)
     VALUES ('customer', ?, ?, ?, ?)`,
    ada,
    mark,
    `${mark}-label`,
    at,
  );
  run(
    `INSERT INTO annotation_reference_versions ${beside}, reference, written_at)
     VALUES ('customer', ?, ?, ?, ?)`,
    ada,
    mark,
    `${mark}-reference`,
    at,
  );
  run(
    `INSERT INTO drift_sign_offs (kind, id, path, was, is_now, from_position, to_position, at, desk, note)
     VALUES ('customer', ?, 'email', '"${mark}"', 'null', '{}', '{}', ?, '', ?)`,
    ada,
    at,
    `${mark}-signed`,
  );
  run(
    `INSERT INTO mismatch_clearances (virtual_account_id, digest, note, cleared_at)
     VALUES (?, 'x', ?, ?)`,
    ada,
    `${mark}-cleared`,
    at,
  );
  for (const state of ['created', 'unknown', 'journalled'])
    run(
      `INSERT INTO intents (key, operation, state, input, fingerprint, journalled_at, sentence, messages)
       VALUES (?, 'createCustomer', ?, ?, ?, ?, ?, '[]')`,
      `${mark}-${state}`,
      state,
      `{"email":"${email}","line":"${mark}-${state}-input"}`,
      email,
      at,
      `About ${email}`,
    );
  run(
    `INSERT INTO bulk_runs (id, kind, file_name, sha256, columns, created_at, state)
     VALUES (?, 'customer', 'a.csv', 'x', '[]', ?, 'running')`,
    mark,
    at,
  );
  const [last = ''] = sqlite.texts('SELECT CAST(max(number) AS TEXT) FROM bulk_runs');
  for (const [row, state] of ['left-out', 'waiting', 'sending'].entries())
    sqlite.run(`INSERT INTO bulk_rows (run, row, state, input, name) VALUES (?, ?, ?, ?, 'Z')`, [
      Number(last),
      row,
      state,
      `{"email":"${email}","line":"${mark}-${state}-row"}`,
    ]);
}

const stored = (): string => JSON.stringify([...textsOf(sqlite)]);
/** What of a mark is left, without where. */
const left = (mark: string): string[] =>
  [...stored().matchAll(new RegExp(`${mark}-[a-z-]+`, 'g'))].map(([one]) => one);
const sweepAgain = (): void => {
  sqlite.transaction(() => eraseAgain(sqlite, [erasure]));
};

it('leaves what was written since, and finishes the rest, unresolved requests and rows too', () => {
  write(before, 'old');
  write(since, 'new');
  const whole = new Set(left('new'));
  expect(whole.size).toBeGreaterThan(10);
  sweepAgain();
  expect(new Set(left('new'))).toEqual(whole);
  expect([...new Set(left('old'))].toSorted()).toEqual([
    'old-created',
    'old-journalled',
    'old-unknown',
  ]);
  expect(sqlite.texts('SELECT state FROM bulk_rows ORDER BY run, row')).toEqual([
    'left-out',
    'unsent',
    'sending',
    'left-out',
    'waiting',
    'sending',
  ]);
  expect(sqlite.texts('SELECT text FROM annotation_texts')).toEqual([
    'new-label\nnew-reference\nnew-note\n',
  ]);
  expect(sqlite.texts('SELECT name FROM customer_own_names ORDER BY sequence')).toEqual([
    '',
    'new',
  ]);

  const all = stored();
  sweepAgain();
  expect(stored()).toBe(all);
});

it('takes words that a file tells of out of what was written before, and not since', () => {
  write(since, 'new');
  sqlite.exec(`INSERT INTO annotation_notes (note_id, kind, id, text, written_at) VALUES
    ('a', 'customer', 'customer_bob', 'Old: ${email}', '${before}'),
    ('b', 'customer', 'customer_bob', 'New: ${email}', '${since}')`);
  const gone = createGoneTexts();
  gone.add(email, 'email', lifted);
  sqlite.transaction(() => eraseAgain(sqlite, [erasure], gone));
  expect(sqlite.texts("SELECT text FROM annotation_notes WHERE id = 'customer_bob'")).toEqual([
    'Old: (erased)',
    `New: ${email}`,
  ]);
  expect(placesOf(textsOf(sqlite), ['new-created-input'])).not.toEqual([]);
});

it.each([
  ['erased for good', null, [ada, 'customer_bob']],
  ['recorded again', lifted, [null, 'customer_bob']],
])('an address goes with whose it was, beside a customer who is %s', (_, liftedAt, whose) => {
  const bob = 'customer_bob';
  const wallets = {
    [ada]: '0x52908400098527886E0F7030069857D2E4169EE7',
    [bob]: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  };
  const label = (address: string, written_at: string) =>
    addAddressLabel(sqlite, { network: 'ethereum', address, label: 'Theirs', written_at });
  for (const [id, walletAddress] of Object.entries(wallets)) {
    openRecords({ sqlite }).observe({
      kind: 'customer',
      id,
      source: 'read',
      observedAt: before,
      body: { id, walletAddress },
    });
    label(walletAddress, before);
  }
  const erased = () => Object.values(wallets).map((one) => erasedWith(sqlite, 'ethereum', one));
  const bobs = { ...erasure, customerId: bob, liftedAt: null, liftReason: null };
  // Of hers somebody said something since the erasure was lifted.
  if (liftedAt !== null) label(wallets[ada], since);
  sqlite.transaction(() => eraseAgain(sqlite, [{ ...erasure, liftedAt }, bobs]));
  expect(erased()).toEqual(whose);
});

it.each([
  ['taken away', ''],
  ['written again', `With ${email}`],
])('an erased label of another record does not stand again that was %s since', (_, label) => {
  write(before, 'old');
  for (const [text, at] of [
    [`with ${email}`, before],
    [label, since],
  ])
    sqlite.run(
      `INSERT INTO annotation_label_versions (kind, id, folded, label, written_at)
       VALUES ('customer', 'customer_bob', ?, ?, ?)`,
      [`with ${email}`, text ?? '', at ?? ''],
    );
  sweepAgain();
  const stands = "SELECT label FROM annotation_labels WHERE id = 'customer_bob'";
  expect(sqlite.texts(stands)).toEqual(label === '' ? [] : [label]);
  const said =
    "SELECT folded FROM annotation_label_versions WHERE id = 'customer_bob' AND written_at = ?";
  expect(sqlite.texts(said, [before])).toEqual(['with (erased)']);
  const all = stored();
  sweepAgain();
  expect(stored()).toBe(all);
});

it('takes everything, unresolved or not, where nobody lifted it', () => {
  write(before, 'old');
  write(since, 'new');
  const standing = { ...erasure, liftedAt: null, liftReason: null };
  sqlite.transaction(() => eraseAgain(sqlite, [standing]));
  expect([...new Set(left('new'))].toSorted()).toEqual([
    'new-created',
    'new-journalled',
    'new-unknown',
  ]);
});

it('tells before an erasure how many requests of the same person are unresolved', () => {
  write(before, 'old');
  const key = new Uint8Array(32).fill(7);
  expect(eraseCalls.survey({ file: sqlite.file, key, sealKey: key }, [ada])).toMatchObject({
    requests: 1,
    unresolved: 2,
  });
});
