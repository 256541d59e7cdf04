/** A hand-over file is read whole and unchanged, by the computer that it is sealed to, or not at all. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { byMerging } from '../../core/intents/resolutions.ts';
import { openRecords } from '../../core/records/records.ts';
import { entryShape } from './entries.ts';
import { type HandoverStart, readHandover, readHandoverHead, signHandover } from './file.ts';
import { mergeHandover } from './merge.ts';
import { createMerging } from './merging.ts';
import { openOrigins } from './origins.ts';
import { noEntries } from './outcome.ts';
import { createComputer, sealedTo, type TestComputer } from './testing/computer.ts';
import { createHandoverWriter } from './write.ts';

const key = new Uint8Array(32).fill(3);
let folder: string;
let desk: TestComputer;
let laptop: TestComputer;
beforeEach(() => {
  folder = testFolder();
  [desk, laptop] = [createComputer('Desk'), createComputer('Laptop')];
});

/** A profile's database with so many customers. */
function database(name: string, customers: number): string {
  const file = join(folder, name);
  const sqlite = openSqlite({ file, key });
  migrate(sqlite, profileMigrations);
  const records = openRecords({ sqlite });
  sqlite.transaction(() => {
    for (let number = 0; number < customers; number += 1) {
      records.observe({
        kind: 'customer',
        id: `customer_${number}`,
        source: 'read',
        body: { email: `ada${number}@example.com`, about: 'x'.repeat(400) },
        observedAt: '2026-11-20T12:00:00.000Z',
        raw: Buffer.from(`{"n":${number}}`),
      });
    }
  });
  sqlite.close();
  return file;
}

function save(to: TestComputer, customers: number) {
  const writer = createHandoverWriter();
  const { key: fileKey, ...head } = sealedTo(to.card);
  const { computers: _, ...start } = desk.start();
  const toSign = writer.begin({
    folder,
    name: 'a.handover',
    head,
    key: fileKey,
    start,
    own: desk.card.signing,
    databases: [{ file: database('from.db', customers), key }],
    period: { from: null, to: null },
    known: [],
  });
  expect(readdirSync(folder)).not.toContain('a.handover');
  return writer.finish(signHandover(desk.signing, toSign));
}

const read = (computer: TestComputer, path: string) => {
  const got: unknown[] = [];
  const { ephemeral } = readHandoverHead(path);
  const whole = readHandover(path, computer.keyOf(ephemeral), { entry: (one) => got.push(one) });
  return { ...whole, got };
};

/** Merges it into a profile that has nothing yet. Throws why it is refused. */
function merged(path: string, digest: string) {
  const into = { file: join(folder, 'into.db'), key, sealKey: key };
  if (!existsSync(into.file)) database('into.db', 0);
  const { ephemeral } = readHandoverHead(path);
  const order = { file: path, key: laptop.keyOf(ephemeral), digest, profile: 0, into };
  return mergeHandover({ ...order, own: laptop.card.signing, person: { by: 'grace' }, known: [] });
}

/** All that was merged: customers, and actions in the audit log. */
function mergedRows(): string[] {
  const sqlite = openSqlite({ file: join(folder, 'into.db'), key });
  try {
    return sqlite.texts('SELECT id FROM observations UNION ALL SELECT action FROM audit_log');
  } finally {
    sqlite.close();
  }
}

describe('a file', () => {
  it('opens where it is sealed to, says from whom it is, and merges once with an audit entry', () => {
    const { file, bytes, counts } = save(laptop, 3);
    expect(counts).toEqual([{ ...noEntries(), observation: 3 }]);
    const content = readFileSync(file);
    expect(content).toHaveLength(bytes);
    // In clear: no name, no address, no environment.
    for (const text of ['Desk', 'ada', 'sandbox', 'example', desk.card.signing])
      expect(content.includes(text), text).toBe(false);
    const { start, digest, got } = read(laptop, file);
    expect(start).toMatchObject({ card: desk.card, person: 'ada' });
    expect(got).toHaveLength(3);
    expect(merged(file, digest).brought).toEqual({ ...noEntries(), observation: 3 });
    expect(mergedRows()).toEqual(['customer_0', 'customer_1', 'customer_2', 'handover.merged']);
    expect(() => merged(file, digest.replace(/./g, '0'))).toThrow('was changed since it was shown');
    expect(merged(file, digest).brought).toEqual(noEntries());
    expect(mergedRows()).toHaveLength(4);
  });

  it('is refused by every other computer', () => {
    const { file } = save(createComputer('Another'), 1);
    expect(() => read(laptop, file)).toThrow(/Block 1 of 1 .* was changed/);
  });

  it('names what was changed, wherever that is, and nothing of it is merged', () => {
    const { file } = save(laptop, 1_400);
    const whole = readFileSync(file);
    const { digest } = read(laptop, file);
    const path = join(folder, 'changed.handover');
    const tried = (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      return () => merged(path, digest);
    };
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(tried(changed), `byte ${at}`).toThrow(/hand-over file|damaged/);
    }
    const size = 256 * 1024 + 16;
    const cuts = [0, 10, 19, 23, 60, whole.length - 1, whole.length - 17, whole.length - 5_000];
    for (const end of cuts)
      expect(tried(whole.subarray(0, end)), `cut at ${end}`).toThrow(/hand-over file/);
    const head = whole.indexOf('}') + 1;
    const [one, two] = [head, head + size].map((from) => whole.subarray(from, from + size));
    const swapped = Buffer.concat([
      whole.subarray(0, head),
      two ?? '',
      one ?? '',
      whole.subarray(head + 2 * size),
    ] as Buffer[]);
    expect(swapped).toHaveLength(whole.length);
    expect(tried(swapped)).toThrow('Block 1 of');
    const without = Buffer.concat([whole.subarray(0, head), whole.subarray(head + size)]);
    expect(tried(without)).toThrow('Block 1 of');
    expect(tried(Buffer.concat([whole.subarray(0, head + size)]))).toThrow('end of this hand-over');
    // Blocks of another file to the same computer, under this head.
    laptop.write(join(folder, 'other'), laptop.card, [desk.start()], 0);
    const other = readFileSync(join(folder, 'other'));
    expect(
      tried(Buffer.concat([whole.subarray(0, head), other.subarray(other.indexOf('}') + 1)])),
    ).toThrow('Block 1 of');
    expect(mergedRows()).toEqual([]);
  }, 60_000);

  it('of a later version, or that claims more than it is, is refused before anything is read', () => {
    const { file } = save(laptop, 1);
    const whole = readFileSync(file);
    const headed = (json: string, length = json.length) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(length);
      writeFileSync(file, Buffer.concat([whole.subarray(0, 19), size, Buffer.from(json)]));
      return () => readHandoverHead(file);
    };
    expect(headed('{"version":2,"more":true}')).toThrow('made by a later version of Causeway');
    expect(headed('{"version":1}')).toThrow('The head of this hand-over file is damaged');
    expect(headed('{}', 0xffff_ffff)).toThrow('The head of this hand-over file is damaged');
    writeFileSync(file, 'CAUSEWAY BACKUP\n');
    expect(() => readHandoverHead(file)).toThrow('This file is not a hand-over file');
  });
});

describe('whoever holds a card may seal to it, so what is inside is held to its form', () => {
  const observation = {
    what: 'observation',
    from: ['a'.repeat(64)],
    content: {
      kind: 'customer',
      id: 'customer_1',
      source: 'read',
      body: {},
      deviations: [],
      observedAt: '2026-11-20T12:00:00.000Z',
      happenedAt: null,
      eventId: null,
      intentKey: null,
      raw: null,
    },
  };
  const request = {
    key: 'a'.repeat(32),
    operation: 'createCustomer',
    state: 'unknown',
    input: '{}',
    fingerprint: null,
    journalled_at: '2026-11-20T12:00:00.000Z',
    settled_at: null,
    resource_id: null,
    sentence: '',
    messages: '[]',
    request_id: null,
    status: null,
    cause: null,
    retry_after_ms: null,
    repeats: null,
  };
  const resolution = {
    intent_key: 'a'.repeat(32),
    verdict: 'absent',
    resource_id: null,
    how: 'word',
    settled_by: byMerging,
    settled_at: '2026-11-20T12:00:00.000Z',
    follows: [],
  };
  const profile = { what: 'profile', profile: 0 };
  const said = (more: Partial<HandoverStart> = {}) => desk.start(more);

  it.each([
    ['no beginning', () => [profile, observation], 'belongs|order|beginning'],
    ['two beginnings', () => [said(), said(), profile], 'it begins twice'],
    ['an entry of no profile', () => [said(), observation], 'belongs to no profile'],
    ['a profile that is not there', () => [said(), { ...profile, profile: 1 }], 'another order'],
    ['a card of somebody else', () => [said({ card: laptop.card }), profile], 'signature'],
    [
      'a card that was changed',
      () => [said({ card: { ...desk.card, name: 'Bank' } })],
      'its sender',
    ],
    [
      'an entry of no kind',
      () => [said(), profile, { ...observation, what: 'token' }],
      'does not know',
    ],
    ['more fields', () => [said(), profile, { ...observation, more: 1 }], 'does not know'],
    ['what is not JSON', () => [said(), profile, '{'], 'does not know'],
    [
      'a line without an end',
      () => [said(), profile, `"${'x'.repeat(17_000_000)}"`],
      'longer than',
    ],
    [
      'a request that no list could show',
      () => [
        said(),
        profile,
        { ...observation, what: 'request', content: { ...request, input: '{' } },
      ],
      'does not know',
    ],
    [
      'a resolution in the name of merging',
      () => [said(), profile, { ...observation, what: 'resolution', content: resolution }],
      'does not know',
    ],
    ['another count', () => [said(), profile, observation], 'signature'],
  ])('%s', (what, lines, problem) => {
    const path = join(folder, 'hostile.handover');
    desk.write(path, laptop.card, lines(), what === 'another count' ? 7 : 0);
    expect(() => read(laptop, path)).toThrow(new RegExp(problem));
  });

  it('a request that repeats one that is not there is refused, with all beside it', () => {
    const path = join(folder, 'hostile.handover');
    const content = { ...request, repeats: 'b'.repeat(32) };
    const lines = [said(), profile, observation, { ...observation, what: 'request', content }];
    desk.write(path, laptop.card, lines, 2);
    const { digest } = read(laptop, path);
    expect(() => merged(path, digest)).toThrow('does not fit together');
    expect(mergedRows()).toEqual([]);
    // The same request alone fits.
    desk.write(path, laptop.card, [...lines.slice(0, 3), { ...lines[3], content: request }], 2);
    expect(merged(path, read(laptop, path).digest).brought).toMatchObject({ request: 1 });
  });

  it('what the team told before, and this computer tells as well from now on, is in the audit log once', () => {
    const told = { ...observation, what: 'request', content: request };
    const sqlite = openSqlite({ file: database('into.db', 0), key, sealKey: key });
    sqlite.exec("INSERT INTO handover_files VALUES ('team:s:1', 'c', NULL, '-', '-')");
    const merging = createMerging(sqlite, openOrigins(sqlite, laptop.card.signing, 'team:s:1'), []);
    merging.take(entryShape.parse(told));
    merging.finish();
    sqlite.close();
    const path = join(folder, 'told.handover');
    desk.write(path, laptop.card, [said(), profile, told], 1);
    for (const toldAgain of [1, 0]) {
      const { digest } = read(laptop, path);
      expect(merged(path, digest)).toMatchObject({ brought: noEntries(), toldAgain });
      expect(mergedRows()).toEqual(['handover.merged']);
    }
  });

  it('can’t be sealed again to somebody else in the name of its sender', () => {
    const { file } = save(laptop, 1);
    const lines = laptop.textOf(file).trimEnd().split('\n');
    const bank = createComputer('Bank');
    const path = join(folder, 'again.handover');
    // The laptop opens what is for it, and seals the very lines to another card.
    desk.write(path, bank.card, lines.slice(0, -1), 1);
    expect(read(bank, path).entries).toBe(1);
    laptop.write(path, bank.card, lines, 1);
    expect(() => read(bank, path)).toThrow('signature does not fit');
  });
});
