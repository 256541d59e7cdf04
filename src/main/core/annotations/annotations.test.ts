import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import { systemRandom } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { type AnnotatedRecord, type Annotations, openAnnotations } from './annotations.ts';
import { annotationMigrations } from './migrations.ts';

let sqlite: Sqlite;
let annotations: Annotations;
let audited: { action: string; facts: JsonObject }[];
let changed: string[];
let named: Map<string, string | null>;
let now: number;

const ada: AnnotatedRecord = { kind: 'customer', id: 'customer_ada' };
const bea: AnnotatedRecord = { kind: 'customer', id: 'customer_bea' };
const account: AnnotatedRecord = { kind: 'virtualAccount', id: 'virtualAccount_1' };

beforeEach(() => {
  sqlite = testDatabase(annotationMigrations);
  audited = [];
  changed = [];
  named = new Map();
  now = Date.UTC(2026, 10, 20, 12);
  annotations = openAnnotations({
    sqlite,
    audit: { append: (entry) => audited.push(entry) },
    clock: { now: () => now },
    random: systemRandom,
    names: {
      ownName: (id) => named.get(id) ?? null,
      giveOwnName: (id, name) => named.set(id, name),
    },
    onChange: ({ id }) => changed.push(id),
  });
});

describe('notes', () => {
  it('keep every version, newest first, and newest notes first', () => {
    const [first] = annotations.addNote(ada, ' Called.\r\nWill send the passport. ').notes;
    now += 60_000;
    annotations.addNote(ada, 'Second');
    now += 60_000;
    const { notes } = annotations.editNote(ada, first?.noteId ?? '', 'Passport came.');
    expect(notes.map(({ versions }) => versions)).toEqual([
      [{ text: 'Second', at: '2026-11-20T12:01:00.000Z' }],
      [
        { text: 'Passport came.', at: '2026-11-20T12:02:00.000Z' },
        { text: 'Called.\nWill send the passport.', at: '2026-11-20T12:00:00.000Z' },
      ],
    ]);
    expect(() => sqlite.exec('DELETE FROM annotation_notes')).toThrow('never deleted');
    expect(() => sqlite.exec("UPDATE annotation_notes SET text = ''")).toThrow('never changes');
  });

  it('of nothing, of another record, and unchanged ones write nothing', () => {
    const [note] = annotations.addNote(ada, 'Once').notes;
    expect(() => annotations.addNote(ada, ' \n ')).toThrow('Enter the text of the note.');
    expect(() => annotations.editNote(bea, note?.noteId ?? '', 'x')).toThrow('does not exist');
    annotations.editNote(ada, note?.noteId ?? '', 'Once ');
    expect(audited).toHaveLength(1);
    expect(changed).toEqual([ada.id]);
  });
});

describe('labels', () => {
  it('are a set in which case and accents make no difference, suggested by how often they are used', () => {
    annotations.setLabels(ada, ['VIP', 'vip', ' Naïve  one ', '']);
    annotations.setLabels(bea, ['vip']);
    annotations.setLabels(account, ['Monthly']);
    expect(annotations.get(ada).labels).toEqual(['Naïve one', 'VIP']);
    expect(annotations.get(bea).suggestions.map((label) => label.toLowerCase())).toEqual([
      'vip',
      'naïve one',
      'monthly',
    ]);
    expect(annotations.withLabel('customer', 'Vip')).toEqual([ada.id, bea.id]);
    expect(annotations.labels('virtualAccount')).toEqual(['Monthly']);
    expect(annotations.setLabels(ada, []).labels).toEqual([]);
    expect(annotations.withLabel('customer', 'vip')).toEqual([bea.id]);
  });
});

describe('an own reference', () => {
  it('is one a record, and says who else carries it', () => {
    annotations.setReference(ada, 'K-1001');
    expect(annotations.setReference(account, ' k-1001 ').sharedWith).toEqual([ada]);
    expect(annotations.setReference(account, 'K-1002')).toMatchObject({
      reference: 'K-1002',
      sharedWith: [],
    });
    expect(annotations.setReference(account, '  ').reference).toBeNull();
  });
});

describe('an own name', () => {
  it('is of customers alone, and is taken away by blanks', () => {
    expect(annotations.setName(ada, ' Harbour\n GmbH ').name).toBe('Harbour GmbH');
    annotations.setName(ada, 'Harbour GmbH');
    expect(annotations.get(ada).name).toBe('Harbour GmbH');
    expect(annotations.setName(ada, ' ').name).toBeNull();
    expect(audited.map(({ action, facts }) => [action, facts['isEmpty']])).toEqual([
      ['annotation.name-set', false],
      ['annotation.name-set', true],
    ]);
    expect(() => annotations.setName(account, 'x')).toThrow('Only a customer');
    expect(annotations.get(account).name).toBeNull();
  });
});

it('an earlier moment shows what was written by then', () => {
  const minutesLater = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const early = minutesLater(1);
  const middle = minutesLater(3);
  const late = minutesLater(5);
  now += 2 * 60_000;
  annotations.setLabels(ada, ['VIP']);
  const [note] = annotations.addNote(ada, 'First').notes;
  now += 2 * 60_000;
  annotations.setLabels(ada, ['vip', 'Payroll']);
  annotations.setReference(ada, 'K-1');
  annotations.setReference(account, 'k-1');
  annotations.editNote(ada, note?.noteId ?? '', 'Second');
  const at = (moment: string) => {
    const { labels, reference, sharedWith, notes } = annotations.get(ada, moment);
    expect(sharedWith).toEqual(reference === null ? [] : [account]);
    const written = annotations.at(moment);
    expect(
      written.ofRows('customer', [ada.id]).get(ada.id) ?? { labels: [], reference: null },
    ).toEqual({ labels, reference });
    expect(written.labels('customer')).toEqual(labels);
    expect(written.withLabel('customer', 'payroll').length > 0).toBe(labels.includes('Payroll'));
    for (const word of ['vip', 'payr', 'k-1', 'first', 'second']) {
      const texts = [...labels, reference ?? '', notes[0]?.versions[0]?.text ?? ''];
      const isIn = texts.some((text) => text.toLowerCase().includes(word));
      expect(written.found('customer', word), word).toEqual(isIn ? [ada.id] : []);
    }
    return [labels, reference, notes.flatMap(({ versions }) => versions.map(({ text }) => text))];
  };
  expect(at(early)).toEqual([[], null, []]);
  expect(at(middle)).toEqual([['vip'], null, ['First']]);
  expect(at(late)).toEqual([['Payroll', 'vip'], 'K-1', ['Second', 'First']]);
});

describe('rows and search', () => {
  it('find by what is written now, not by what was', () => {
    const [note] = annotations.addNote(ada, 'Speaks Português').notes;
    annotations.setReference(ada, 'K-1001');
    annotations.setLabels(bea, ['50% off_']);
    expect(annotations.found('customer', 'portugues')).toEqual([ada.id]);
    expect(annotations.found('customer', 'k-1001')).toEqual([ada.id]);
    expect(annotations.found('customer', 'k-1001', 'portugues')).toEqual([ada.id]);
    expect(annotations.found('customer', 'k-1001', 'f_')).toEqual([]);
    expect(annotations.found('customer', '0%')).toEqual([bea.id]);
    expect(annotations.found('customer', 'f_')).toEqual([bea.id]);
    expect(annotations.found('virtualAccount', 'k-1001')).toEqual([]);
    annotations.editNote(ada, note?.noteId ?? '', 'Speaks English');
    expect(annotations.found('customer', 'portugues')).toEqual([]);
    expect([...annotations.ofRows('customer', [bea.id, 'customer_c', ada.id])]).toEqual([
      [bea.id, { labels: ['50% off_'], reference: null }],
      [ada.id, { labels: [], reference: 'K-1001' }],
    ]);
  });
});

describe('secrets', () => {
  it.each([
    ['a webhook’s secret', 'it is secret_Ab12Cd34Ef56'],
    ['one in base 64', 'it is secret_ab+/cd=='],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3fQ.c2lnbmF0dXJl'],
    ['a private key', '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'],
    ['a seed phrase', `${'abandon '.repeat(11)}about`],
  ])('%s is refused wherever it is typed, and kept nowhere', (_name, secret) => {
    expect(() => annotations.addNote(ada, secret)).toThrow('othing was saved');
    expect(() => annotations.setReference(ada, secret)).toThrow('othing was saved');
    expect(() => annotations.setName(ada, secret)).toThrow('othing was saved');
    expect(named.size).toBe(0);
    expect(() => annotations.setLabels(ada, [secret])).toThrow('othing was saved');
    expect(sqlite.all('SELECT * FROM annotation_texts')).toEqual([]);
    expect(audited).toEqual([]);
  });
});

it('the audit log tells that something was written, and never what; the file nothing at all', () => {
  annotations.addNote(ada, 'Confidential words');
  annotations.setReference(ada, 'Confidential words');
  annotations.setLabels(ada, ['Confidential words']);
  expect(audited.map(({ action }) => action)).toEqual([
    'annotation.note-added',
    'annotation.reference-set',
    'annotation.labels-set',
  ]);
  expect(JSON.stringify(audited)).not.toContain('Confidential');
  sqlite.checkpoint();
  expect(readFileSync(sqlite.file).includes('Confidential')).toBe(false);
});
