import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TimelineFilterInput, timelineFilter } from '../../../../bridge/timeline.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import {
  type ChooseFile,
  ExportError,
  type ExportFiles,
  openExportFiles,
} from '../../../core/exports/export-files.ts';
import { TICKET_MS } from '../../../core/exports/tickets.ts';
import { delivery, eventBody } from '../../webhooks/testing/deliveries.ts';
import { deliveriesOfEvent } from '../detail/event-deliveries.ts';
import { openTestIndex, type TestIndex } from '../testing/index-fixture.ts';
import { createExports, type Exports } from './exports.ts';

let it_: TestIndex;
let exports: Exports & Pick<ExportFiles, 'take' | 'close'>;
let directory: string;
let audited: { action: string; facts: JsonObject }[];
let told: string[];
let now: number;

const secret = 'secret_5ECRET5ECRET';
const token = 'desk-token+0042/opaque';
/** Events 1, 2, 3 … in the order in which they happened. */
const event = (number: number, more: Readonly<Record<string, unknown>> = {}) =>
  delivery(
    eventBody(`event_${number}`, {
      name: number % 3 === 0 ? 'payout.successful' : 'wallet.create',
      created: new Date(Date.UTC(2026, 10, 20, 11, 0, number)).toISOString(),
      data: { wallet: { id: `wallet_${number}`, memo: `note ${number}` } },
      ...more,
    }),
  );
const count = 450;
const knownAt = '2026-11-20T12:00:00.000Z';

function open(chooseFile: ChooseFile | null = null): typeof exports {
  const files = openExportFiles({
    isTest: false,
    directory,
    chooseFile,
    known: { values: () => [token] },
    isExpected: () => false,
    clock: { now: () => now },
    random: systemRandom,
    log: { error: () => undefined },
  });
  const made = createExports({
    files,
    profileName: 'Treasury <main>',
    index: it_.index,
    named: async (rows) =>
      rows.map((row) => ({ ...row, customerName: null, webhookName: null, amount: null })),
    names: { webhook: () => null, customer: () => null },
    async bodyOf(row) {
      const { delivered } = await deliveriesOfEvent(row, {
        index: it_.index,
        inbox: it_.inbox,
        records: it_.records,
        privateKey: it_.keys.privateKey,
        isProduction: false,
        log: { error: () => undefined },
      });
      return delivered?.event ?? null;
    },
    audit: {
      append({ action, facts }) {
        audited.push({ action, facts });
        return { sequence: audited.length, at: '', action, facts, hash: '' };
      },
    },
    onChange: (what) => told.push(what),
    clock: { now: () => now },
  });
  return { ...made, take: files.take, close: files.close };
}

beforeEach(async () => {
  it_ = await openTestIndex();
  directory = join(it_.directory, 'exports');
  audited = [];
  told = [];
  now = systemClock.now();
  exports = open();
  await it_.deliver(...Array.from({ length: count }, (_, at) => event(at + 1)));
});
afterEach(async () => {
  await exports.close();
  await it_.remove();
});

async function finished(id: string) {
  for (;;) {
    const view = exports.get(id);
    if (view.status !== 'running') return view;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const begin = (format: 'csv' | 'jsonl' | 'report', filter: TimelineFilterInput = {}) =>
  exports.start(timelineFilter.parse(filter), format);

function taken(path: string | null) {
  const download = exports.take(path?.split('/').at(-1) ?? '');
  if (download === null) throw new Error('There is nothing to fetch.');
  return download;
}

async function exported(format: 'csv' | 'jsonl' | 'report', filter: TimelineFilterInput = {}) {
  const view = await finished(begin(format, filter).id);
  expect(view).toMatchObject({ status: 'done', sentence: null });
  const download = taken(view.path);
  const bytes = await buffer(download.content);
  expect(bytes).toHaveLength(download.bytes);
  const content = bytes.toString('utf8');
  return { view, content, download };
}

const countOf = async (filter: TimelineFilterInput) =>
  (await it_.index.count(timelineFilter.parse(filter))).total;

describe('CSV', () => {
  it('has a row for every event of the filter, newest first, over several pages', async () => {
    const { view, content, download } = await exported('csv');
    expect(content.startsWith('\uFEFF"event ID","name","occurred at"')).toBe(true);
    expect(
      content
        .split('\n')
        .slice(0, -1)
        .every((line) => line.endsWith('\r')),
    ).toBe(true);
    const { data, errors } = papa.parse<Record<string, string>>(content.trim(), { header: true });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(count);
    expect(data[0]).toMatchObject({
      'event ID': `event_${count}`,
      'occurred at': '2026-11-20T11:07:30.000Z',
      'test data': 'no',
      late: 'yes',
      'times received': '1',
      webhooks: '1',
    });
    expect(data.at(-1)?.['event ID']).toBe('event_1');
    expect(new Set(data.map((row) => row['event ID'])).size).toBe(count);
    expect(view).toMatchObject({ done: count, total: count });
    expect(download.fileName).toMatch(/^events-\d{8}-\d{6}Z\.csv$/);
  });

  it('holds as many rows as the list counts for the same filter', async () => {
    for (const filter of [
      { names: ['payout.'] },
      { search: 'wallet_7' },
      { from: '2026-11-20T11:02:00.000Z', to: '2026-11-20T11:04:00.000Z' },
      { search: 'nothing of the kind' },
    ]) {
      const { view } = await exported('csv', filter);
      expect(view.done).toBe(await countOf(filter));
    }
  });

  it('makes what a spreadsheet would run harmless', async () => {
    await it_.deliver(event(1_000, { name: '=cmd|calc', data: { wallet: { id: '@SUM(A1)' } } }));
    const { content } = await exported('csv', { search: '@SUM' });
    expect(content).toContain(`"'=cmd|calc"`);
    expect(content).toContain(`"'@SUM(A1)"`);
  });

  it('leaves out what was heard after it was begun', async () => {
    const before = begin('csv', { knownAt });
    const late = delivery(eventBody('event_late'), { at: Date.UTC(2026, 10, 20, 12, 1) });
    await it_.deliver(late);
    expect(await finished(before.id)).toMatchObject({ done: count, total: count });
  });

  it('of a moment of the past says so in its name and in each row', async () => {
    const { view, content } = await exported('csv', { knownAt });
    expect(view.fileName).toBe('events-as-of-20261120-120000Z.csv');
    const [head, ...rows] = content.trimEnd().split('\r\n');
    expect(head).toMatch(/,"data as of"$/);
    expect(rows.every((row) => row.endsWith(`,"${knownAt}"`))).toBe(true);
    expect((await exported('csv')).content).not.toContain('data as of');
    const lines = (await exported('jsonl', { knownAt })).content.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as JsonObject)['asOf'])).toEqual(
      Array.from({ length: count }, () => knownAt),
    );
  });
});

describe('JSON Lines', () => {
  it('has the body of every event as it was heard first, without secrets', async () => {
    await it_.deliver(
      event(1_000, {
        webhookRecords: [{ webhook: { id: 'webhook_1', name: 'Main', secret } }],
        data: {
          wallet: {
            id: 'wallet_x',
            label: '"quoted"\nlines',
            copy: secret,
            note: `Said: ${token}`,
          },
        },
      }),
    );
    const { content } = await exported('jsonl');
    const lines = content.trimEnd().split('\n');
    expect(lines).toHaveLength(count + 1);
    expect(content).not.toContain(secret);
    expect(content).toContain('Said: [secret removed]');
    expect(content).not.toContain('opaque');
    const [newest] = lines.map((line) => JSON.parse(line) as JsonObject);
    expect(newest).toMatchObject({
      eventId: 'event_1000',
      proof: 'genuine',
      body: { id: 'event_1000', data: { wallet: { id: 'wallet_x' } } },
    });
  });

  it('has a bank account’s number masked where the service told a whole one', async () => {
    const bankAccount = { id: 'bankAccount_1', accountNumber: '900000012345' };
    await it_.deliver(event(1_000, { name: 'bankAccount.create', data: { bankAccount } }));
    const { content } = await exported('jsonl');
    expect(content).not.toContain('900000012345');
    expect(content).toContain('••••2345');
  });
});

describe('a printable report', () => {
  it('says what it is, of which filter, how many, and runs nothing', async () => {
    await it_.deliver(event(1_000, { name: '<script>alert(1)</script>', data: {} }));
    const { content } = await exported('report', { search: 'note' });
    expect(content).toContain('<h1>Events of Treasury &lt;main&gt;</h1>');
    expect(content).toContain('Search: “note”');
    expect(content).toContain(`<strong>${count} events</strong>: wallet 300, payout 150`);
    expect(content).toContain(`End of the report: ${count} events.`);
    expect(content.match(/<tr><td>/g)).toHaveLength(count);
    expect(content).toContain('content="default-src &#39;none&#39;; style-src &#39;sha256-');
    expect(content).not.toContain('<script');
    const past = await exported('report', { knownAt });
    expect(past.content).toContain('As of 2026-11-20 12:00:00.000 UTC');
    const made = new Date(now).toISOString().replace('T', ' ').replace('Z', ' UTC');
    expect(past.content).toContain(`<dd>${made} by Causeway</dd>`);
    const all = await exported('report', { names: ['<script>alert(1)</script>'] });
    expect(all.content).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(all.content).not.toContain('<script');
  });
});

describe('the file', () => {
  it('is fetched once and gone then', async () => {
    const { view } = await exported('csv');
    expect(exports.take(view.path?.split('/').at(-1) ?? '')).toBeNull();
    expect(exports.get(view.id)).toMatchObject({ status: 'done', path: null });
    await expect.poll(() => readdirSync(directory)).toEqual([]);
  });

  it('is for its owner alone and can’t be read on the disk', async () => {
    const view = await finished(begin('csv').id);
    const [name = ''] = readdirSync(directory);
    const file = join(directory, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(readFileSync(file).includes('event_1')).toBe(false);
    expect(view.path).toMatch(/^\/download\/[0-9a-f]{32}$/);
  });

  it('that was changed on the disk fails while it is fetched', async () => {
    const view = await finished(begin('csv').id);
    const [name = ''] = readdirSync(directory);
    const bytes = readFileSync(join(directory, name));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(join(directory, name), bytes);
    await expect(buffer(taken(view.path).content)).rejects.toThrow();
  });

  it('has a path that is good for a minute, and a page that asks gets the next', async () => {
    const view = await finished(begin('csv').id);
    now += TICKET_MS;
    expect(exports.take(view.path?.split('/').at(-1) ?? '')).toBeNull();
    const content = await buffer(taken(exports.get(view.id).path).content);
    expect(content.includes('event_1')).toBe(true);
  });

  it('does not outlive the profile, nor a start after a crash', async () => {
    await finished(begin('csv').id);
    expect(readdirSync(directory)).toHaveLength(1);
    await exports.close();
    expect(existsSync(directory)).toBe(false);
    exports = open();
    writeFileSync(join(directory, 'left.export'), 'left by a crash');
    exports = open();
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('an export', () => {
  it('is told as it goes on, and audited with its filter and its rows', async () => {
    const begun = begin('csv', { names: ['payout.'], search: 'ada@example.com' });
    expect(begun).toMatchObject({ status: 'running', path: null, done: 0 });
    await finished(begun.id);
    expect(told).toContain('progress');
    expect(audited).toEqual([
      {
        action: 'timeline.export.done',
        facts: {
          exportId: begun.id,
          format: 'csv',
          rows: 0,
          fileSha256: expect.stringMatching(/^[\da-f]{64}$/),
          filter: { names: ['payout.'], isSearched: true },
        },
      },
    ]);
    await exported('csv', { names: ['payout.'] });
    expect(audited.at(-1)?.facts).toMatchObject({ rows: 150, filter: { names: ['payout.'] } });
  });

  it('that is stopped keeps no file', async () => {
    const { id } = begin('jsonl');
    exports.cancel(id);
    expect(await finished(id)).toMatchObject({ status: 'cancelled', path: null });
    expect(readdirSync(directory)).toEqual([]);
    expect(audited).toMatchObject([{ action: 'timeline.export.cancelled', facts: { rows: 0 } }]);
  });

  it('that fails says so in plain words and keeps no file', async () => {
    await exports.close();
    const folder = join(it_.directory, 'gone', 'events.csv');
    exports = open(() => Promise.resolve(folder));
    const view = await finished(begin('csv').id);
    expect(view).toMatchObject({
      status: 'failed',
      sentence: 'The file can’t be saved in that location. Choose another, then export again.',
    });
    expect(audited.at(-1)?.action).toBe('timeline.export.failed');
  });

  it('is one of few at a time', () => {
    begin('jsonl');
    begin('jsonl');
    expect(() => begin('csv')).toThrow('2 exports are being written already.');
  });

  it('that nobody knows is said to be unknown', () => {
    expect(() => exports.get('0'.repeat(32))).toThrow('This export is no longer available.');
    expect(exports.take('0'.repeat(32))).toBeNull();
  });
});

describe('where a person chooses the place', () => {
  it('the file is there when it is whole', async () => {
    await exports.close();
    const path = join(it_.directory, 'chosen.csv');
    const asked: unknown[] = [];
    exports = open((suggested) => {
      asked.push(suggested);
      return Promise.resolve(path);
    });
    const view = await finished(begin('csv').id);
    expect(view).toMatchObject({ status: 'done', savedTo: path, path: null, done: count });
    expect(asked).toEqual([{ fileName: view.fileName, ending: 'csv' }]);
    expect(papa.parse(readFileSync(path, 'utf8').trim()).data).toHaveLength(count + 1);
    expect(readdirSync(it_.directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('nothing is written when they think better of it, and an open dialog holds up nothing', async () => {
    await exports.close();
    exports = open(() => Promise.resolve(null));
    expect(await finished(begin('csv').id)).toMatchObject({
      status: 'cancelled',
      sentence: 'No location was chosen, so no file was saved.',
      savedTo: null,
    });
    await exports.close();
    const sentence = 'A dialog for a file is open already.';
    exports = open(() => Promise.reject(new ExportError('too-many', sentence)));
    expect(await finished(begin('csv').id)).toMatchObject({ status: 'cancelled', sentence });
    await exports.close();
    exports = open(() => new Promise(() => undefined));
    begin('csv');
    await exports.close();
  });
});
