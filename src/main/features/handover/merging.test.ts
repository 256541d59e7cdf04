/** What stands after desks wrote apart from one another, and what a person is told of it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { profileMigrations } from '../../console/profile-session.ts';
import { eraseAddress } from '../../core/annotations/address-labels.ts';
import { byMerging } from '../../core/intents/resolutions.ts';
import { withoutGuards } from '../../core/records/erased/without-guards.ts';
import { entryShape } from './entries.ts';
import { createMerging } from './merging.ts';
import { openOrigins } from './origins.ts';
import { noEntries } from './outcome.ts';
import { closeAll, createDesk, type TestDesk } from './testing/desks.ts';

const key = 'c'.repeat(32);
const first = 'f'.repeat(32);
const customer = { kind: 'customer', id: 'customer_1' } as const;

let desk: TestDesk;
let laptop: TestDesk;
let third: TestDesk;
let now: number;
beforeEach(() => {
  now = Date.parse('2026-11-20T12:00:00.000Z');
  const clock = () => now;
  const create = (number: number) => createDesk(number, clock, profileMigrations);
  [desk, laptop, third] = [create(1), create(2), create(3)];
});
afterEach(() => closeAll([desk, laptop, third]));

const at = (time: string): void => {
  now = Date.parse(`2026-11-20T${time}.000Z`);
};
const observe = (of: TestDesk, id: string, more: { intentKey?: string } = {}) =>
  of.records.observe({
    kind: 'customer',
    id,
    body: { email: `${id}@example.com` },
    source: 'read',
    ...more,
    observedAt: new Date(now).toISOString(),
  });
const resolve = (of: TestDesk, verdict: 'exists' | 'absent' | 'unknown', id = 'customer_1') =>
  of.resolutions.append({
    intentKey: key,
    verdict,
    how: 'word',
    resourceId: verdict === 'exists' ? id : null,
  });
const stateAt = (of: TestDesk) =>
  of.sqlite.first('SELECT state, resource_id AS id FROM standing_intents WHERE key = ?', [key]);
const notesAt = (of: TestDesk) =>
  of.annotations.get(customer).notes.map(({ versions }) => versions.map(({ text }) => text));

it('a note that was edited on both stays with all its versions, and the later stands', () => {
  desk.annotations.addNote(customer, 'call them');
  laptop.merge(desk.save());
  const [note] = desk.annotations.get(customer).notes;
  const noteId = note?.noteId ?? '';
  at('12:10:00');
  laptop.annotations.editNote(customer, noteId, 'called, no answer');
  at('12:05:00');
  desk.annotations.editNote(customer, noteId, 'call them on Monday');
  const told = laptop.merge(desk.save());
  expect(told.brought).toEqual({ ...noEntries(), note: 1 });
  expect(told.here.note).toBe(1);
  expect(told.differences).toEqual([
    {
      what: 'Note',
      of: 'customer customer_1',
      here: 'called, no answer',
      there: 'call them on Monday',
    },
  ]);
  desk.merge(laptop.save());
  const all = [['called, no answer', 'call them on Monday', 'call them']];
  expect([notesAt(desk), notesAt(laptop)]).toEqual([all, all]);
  expect(desk.annotations.at(null).found('customer', 'monday')).toEqual([]);
  // A clock that was set back does not hide what is written now.
  at('11:00:00');
  desk.annotations.editNote(customer, noteId, 'closed');
  expect(notesAt(desk)[0]?.[0]).toBe('closed');
  expect(laptop.merge(desk.save())).toMatchObject({ differing: 0, brought: { note: 1 } });
  expect(notesAt(laptop)[0]?.[0]).toBe('closed');
});

it('a request that two desks resolved differently is open again on both, until somebody resolves it', () => {
  for (const one of [desk, laptop]) one.request(key);
  resolve(desk, 'exists');
  at('12:01:00');
  resolve(laptop, 'absent');
  const told = laptop.merge(desk.save());
  expect(told.differences).toEqual([
    {
      what: 'Resolution',
      of: `request ${key}`,
      here: 'Confirmed not created',
      there: 'Confirmed created',
    },
  ]);
  desk.merge(laptop.save());
  const open = { state: 'unknown', id: null };
  expect([stateAt(desk), stateAt(laptop)]).toEqual([open, open]);
  expect(desk.resolutions.of(key).map(({ verdict, by }) => `${verdict} ${by}`)).toEqual([
    'unknown Causeway',
    'absent person 2',
    'exists person 1',
  ]);
  // Nothing of it is somebody's word in a file.
  expect(desk.save().lines.join('')).not.toContain(byMerging);
  at('12:02:00');
  resolve(laptop, 'exists');
  expect(desk.merge(laptop.save())).toMatchObject({ brought: { resolution: 1 }, differing: 0 });
  const settled = { state: 'exists', id: 'customer_1' };
  expect([stateAt(desk), stateAt(laptop)]).toEqual([settled, settled]);
  // A third desk that hears both files the other way round.
  third.merge(laptop.save());
  third.merge(desk.save());
  expect(stateAt(third)).toEqual(settled);
});

it('two requests that are said to have created the same record are named, and both stay', () => {
  for (const one of [desk, laptop]) {
    one.request(key);
    one.request(first);
  }
  resolve(desk, 'exists');
  laptop.resolutions.append({
    intentKey: first,
    verdict: 'exists',
    how: 'id',
    resourceId: 'customer_1',
  });
  expect(laptop.merge(desk.save()).differences).toEqual([
    {
      what: 'Result customer_1',
      of: `request ${key}`,
      there: 'Confirmed created',
      here: `result of request ${first}`,
    },
  ]);
  desk.merge(laptop.save());
  expect([desk, laptop].map((one) => one.resolutions.claimantOf('customer_1'))).toEqual([key, key]);
});

it('display names and references come, and the latest of each stands', () => {
  const of = customer;
  for (const one of [desk, laptop]) observe(one, of.id);
  desk.annotations.setName(of, 'Ada');
  desk.annotations.setReference(of, 'K-1');
  const file = desk.save();
  expect(laptop.merge(file).brought).toMatchObject({ displayName: 1, reference: 1 });
  expect(laptop.annotations.get(of)).toMatchObject({ name: 'Ada', reference: 'K-1' });
  expect(laptop.merge(file).brought).toEqual(noEntries());
  at('12:10:00');
  laptop.annotations.setName(of, 'Lovelace');
  laptop.annotations.setReference(of, 'K-2');
  const back = desk.merge(laptop.save());
  expect(back).toMatchObject({ brought: { displayName: 1, reference: 1 }, differing: 0 });
  expect(desk.annotations.get(of)).toMatchObject({ name: 'Lovelace', reference: 'K-2' });
  expect(desk.annotations.at(null).found('customer', 'k-1')).toEqual([]);
  expect(desk.records.columns('customer', of.id)?.name).toBe('Lovelace');
  // A clock that was set back does not hide what is written now.
  at('11:00:00');
  desk.annotations.setName(of, 'Ada L.');
  desk.annotations.setReference(of, 'K-3');
  expect(desk.annotations.get(of)).toMatchObject({ name: 'Ada L.', reference: 'K-3' });
  laptop.merge(desk.save());
  expect(laptop.annotations.get(of)).toMatchObject({ name: 'Ada L.', reference: 'K-3' });
  // What an erasure left of them here is theirs: it comes from nowhere.
  laptop.sqlite.transaction(() =>
    withoutGuards(laptop.sqlite, null, () =>
      laptop.sqlite.exec(`
        INSERT INTO erasures (customer_id, at, reason) VALUES ('${of.id}', '2026-11-20T12:00:00.000Z', 'x');
        INSERT INTO erased_ids VALUES ('${of.id}', '${of.id}');
        UPDATE annotation_reference_versions SET folded = '', reference = '';
        DELETE FROM annotation_references`),
    ),
  );
  expect(laptop.merge(file).brought).toEqual(noEntries());
  expect(laptop.annotations.get(of).reference).toBeNull();
});

it('a reference that was cleared stays cleared, whatever file comes, and one that both gave is told', () => {
  desk.annotations.setReference(customer, 'K-1');
  const old = desk.save();
  laptop.merge(old);
  at('12:01:00');
  desk.annotations.setReference(customer, '');
  expect(laptop.merge(desk.save()).brought).toEqual({ ...noEntries(), reference: 1 });
  for (const one of [desk, laptop]) {
    expect(one.merge(old).brought).toEqual(noEntries());
    expect(one.annotations.get(customer).reference).toBeNull();
    expect(one.annotations.found('customer', 'k-1')).toEqual([]);
  }
  at('12:02:00');
  desk.annotations.setReference(customer, 'A');
  at('12:03:00');
  laptop.annotations.setReference(customer, 'B');
  const told = { what: 'Reference', of: 'customer customer_1' };
  expect(laptop.merge(desk.save()).differences).toEqual([{ ...told, here: 'B', there: 'A' }]);
  expect(desk.merge(laptop.save()).brought.reference).toBe(1);
  expect([desk, laptop].map((one) => one.annotations.get(customer).reference)).toEqual(['B', 'B']);
});

it('labels come one by one, and one that was taken away goes', () => {
  desk.annotations.setLabels(customer, ['VIP', 'Late']);
  laptop.annotations.setLabels(customer, ['Audit']);
  laptop.merge(desk.save());
  const all = ['Audit', 'Late', 'VIP'];
  expect(laptop.annotations.get(customer).labels).toEqual(all);
  at('12:01:00');
  laptop.annotations.setLabels(customer, ['Audit', 'Late']);
  expect(laptop.save().lines.filter((line) => line.includes('"label":""'))).toHaveLength(1);
  expect(desk.merge(laptop.save()).brought).toEqual({ ...noEntries(), label: 2 });
  expect(desk.annotations.get(customer).labels).toEqual(['Audit', 'Late']);
  expect(desk.annotations.withLabel('customer', 'vip')).toEqual([]);
  expect(desk.annotations.found('customer', 'vip')).toEqual([]);
  expect(laptop.save().lines).toEqual(desk.save().lines);
});

it('the latest label of an address stands, and an address that was erased here stays away', () => {
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
  const book = (of: TestDesk) =>
    of.sqlite.texts("SELECT canonical || ' ' || label FROM address_book WHERE label IS NOT NULL");
  desk.labelAddress(wallet, 'Ours');
  const file = desk.save();
  at('12:01:00');
  laptop.labelAddress(wallet.toLowerCase(), 'Ada');
  expect(laptop.merge(file).brought).toEqual({ ...noEntries(), addressLabel: 1 });
  desk.merge(laptop.save());
  const stands = [`${wallet.toLowerCase()} Ada`];
  expect([book(desk), book(laptop)]).toEqual([stands, stands]);
  at('12:02:00');
  desk.labelAddress(wallet, '');
  expect(laptop.merge(desk.save()).brought).toEqual({ ...noEntries(), addressLabel: 1 });
  expect([book(desk), book(laptop)]).toEqual([[], []]);

  laptop.sqlite.transaction(() =>
    withoutGuards(laptop.sqlite, null, () => {
      laptop.sqlite.exec(`
        INSERT INTO erasures (customer_id, at, reason) VALUES ('customer_1', '2026-11-20T12:30:00.000Z', '');
        INSERT INTO erased_ids VALUES ('customer_1', 'customer_1')`);
      const canonical = wallet.toLowerCase();
      eraseAddress(laptop.sqlite, { family: 'evm', canonical, customerId: 'customer_1' });
    }),
  );
  at('13:00:00');
  desk.labelAddress(wallet, 'Again');
  expect(laptop.merge(desk.save()).brought).toEqual(noEntries());
  expect(laptop.save().lines.join('')).not.toContain(wallet);
  expect(book(laptop)).toEqual([]);
});

it('what is about an erased customer stays here, and so does what was observed before it was lifted', () => {
  for (const id of ['customer_1', 'customer_2']) observe(desk, id);
  desk.annotations.addNote(customer, 'call them');
  desk.signOff('2026-11-20T12:00:00.000Z', 'seen');
  desk.request(key);
  resolve(desk, 'exists');
  desk.request(first, key);
  desk.sqlite.exec(`
    INSERT INTO erasures (customer_id, at, reason) VALUES ('customer_1', '2026-11-20T12:30:00.000Z', '');
    INSERT INTO erased_ids VALUES ('customer_1', 'customer_1'), ('virtualAccount_1', 'customer_1')`);
  expect(laptop.merge(desk.save()).brought).toEqual({ ...noEntries(), observation: 1 });
  desk.sqlite.exec("UPDATE erasures SET lifted_at = '2026-11-20T13:00:00.000Z'");
  expect(laptop.merge(desk.save()).brought).toEqual(noEntries());
  at('14:00:00');
  observe(desk, 'customer_1');
  desk.annotations.addNote(customer, 'she is back');
  expect(laptop.merge(desk.save()).brought).toEqual({ ...noEntries(), observation: 1, note: 1 });
});

it('a request that was reopened and resolved anew elsewhere follows, and is no difference', () => {
  desk.request(key);
  resolve(desk, 'exists');
  laptop.merge(desk.save());
  const before = desk.save();
  at('12:01:00');
  resolve(laptop, 'unknown');
  resolve(laptop, 'absent');
  expect(desk.merge(laptop.save())).toMatchObject({ brought: { resolution: 2 }, differing: 0 });
  expect(stateAt(desk)).toEqual({ state: 'absent', id: null });
  expect(laptop.merge(before)).toMatchObject({ brought: noEntries(), differing: 0 });
  expect(stateAt(laptop)).toEqual({ state: 'absent', id: null });
});

it('a request that is here with another outcome stays as it is, and that is told', () => {
  desk.request(key);
  laptop.sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages, resource_id)
     VALUES ('${key}', 'createCustomer', 'created', '{}', '2026-11-20T12:00:00.000Z', '', '[]', 'customer_9')`,
  );
  resolve(desk, 'absent');
  expect(laptop.merge(desk.save()).differences).toEqual([
    { what: 'Outcome', of: `request ${key}`, here: 'Created', there: 'Outcome unknown' },
    { what: 'Resolution', of: `request ${key}`, here: 'Created', there: 'Confirmed not created' },
  ]);
  expect(stateAt(laptop)).toEqual({ state: 'created', id: 'customer_9' });
});

it('a period brings what was written in it, with whole notes and the requests behind it', () => {
  desk.request(first);
  desk.request(key, first);
  desk.annotations.addNote(customer, 'one');
  observe(desk, 'customer_1');
  at('13:00:00');
  const [note] = desk.annotations.get(customer).notes;
  desk.annotations.editNote(customer, note?.noteId ?? '', 'two');
  observe(desk, 'customer_2', { intentKey: key });
  desk.signOff('2026-11-20T12:59:59.999Z', 'before');
  const file = desk.save({ from: '2026-11-20T13:00:00.000Z', to: '2026-11-20T13:00:00.001Z' });
  expect(laptop.merge(file).brought).toEqual({
    ...noEntries(),
    observation: 1,
    request: 2,
    note: 2,
  });
  expect(laptop.records.ids('customer')).toEqual(['customer_2']);
  expect(desk.save({ from: '2026-11-20T13:00:00.001Z', to: null }).lines).toEqual([]);
});

it('a request under way stays out until its outcome is known', () => {
  desk.sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
     VALUES ('${key}', 'createCustomer', 'journalled', '{}', '2026-11-20T12:00:00.000Z', '', '[]')`,
  );
  expect(desk.save().lines).toEqual([]);
});

it.each(['note', 'reference', 'resolution'])(
  'a %s is of its own file, also where another one follows',
  (what) => {
    const add = (of: TestDesk) => {
      if (what === 'note') of.annotations.addNote(customer, 'one');
      if (what === 'reference') of.annotations.setReference(customer, `K-${of.own}`);
      if (what === 'resolution') resolve(of, 'absent');
    };
    const sqlite = third.sqlite;
    for (const one of [desk, laptop, third]) one.request(key);
    sqlite.exec(`INSERT INTO handover_files
    VALUES ('of 1', '1', null, '-', '-'), ('of 2', '2', null, '-', '-')`);
    sqlite.transaction(() => {
      const merging = createMerging(sqlite, openOrigins(sqlite, third.own, 'of 1'), []);
      for (const [file, one] of [
        ['of 1', desk],
        ['of 2', laptop],
      ] as const) {
        merging.goOnWith(openOrigins(sqlite, third.own, file));
        add(one);
        at('12:01:00');
        for (const line of one.save().lines) merging.take(entryShape.parse(JSON.parse(line)));
      }
      merging.finish();
    });
    expect(
      sqlite.texts(
        `SELECT file || ' from ' || substr(computer, 1, 1) FROM handover_entries
       WHERE what = ? ORDER BY file`,
        [what],
      ),
    ).toEqual(['of 1 from 1', 'of 2 from 2']);
  },
);

it('text from outside loses what has the form of a secret', () => {
  desk.annotations.addNote(customer, 'a note');
  const { lines, ...file } = desk.save();
  const secret = 'secret_Hk4Vt82bNw61RcXe9Ju3';
  const hostile = lines.map((line) => line.replace('a note', `see ${secret}`));
  laptop.merge({ ...file, lines: hostile });
  expect(notesAt(laptop)).toEqual([['see [secret removed]']]);
  expect(laptop.save().lines.join('')).not.toContain(secret);
});
