/** An exported audit log is checked by itself, by the program that evidence packs carry. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { auditFilter } from '../../../bridge/audit.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { type Anchor, openAnchor } from '../../core/audit/anchor.ts';
import { auditMigrations, openAudit } from '../../core/audit/audit.ts';
import { type AuditReader, openAuditReader } from '../../core/audit/audit-reader.ts';
import { signingKeyOf } from '../../core/audit/signing.ts';
import { verifier } from '../evidence/verifier.ts';
// biome-ignore lint/correctness/useImportExtensions: its types lie beside it.
import { checkFile } from '../evidence/verify.mjs';
import { createAuditLog } from './audit-log.ts';

const key = new Uint8Array(32).fill(3);
const signing = signingKeyOf(Buffer.alloc(32, 7));
const clock = { now: () => Date.parse('2026-11-30T12:00:00.000Z') };
const profile = { id: 'p', name: 'Treasury', environment: 'production' } as const;
let directory: string;
let sqlite: Sqlite;
let anchor: Anchor;
let reader: AuditReader;
let known: () => string[] = () => [];
let whole = '';
let part = '';

async function exported(filter: object, format: 'csv' | 'jsonl' = 'jsonl'): Promise<string> {
  const pieces: Uint8Array[] = [];
  const written = Promise.withResolvers<unknown>();
  createAuditLog({
    audit: openAudit({ sqlite, clock }),
    anchor,
    reader,
    signing,
    clock,
    profile,
    installationId: 'i',
    known: { values: () => known() },
    person: () => null,
    onChange: () => undefined,
    files: {
      start(order) {
        const file = {
          write: async (content: string | Uint8Array) => void pieces.push(Buffer.from(content)),
          finish: async () => undefined,
          discard: async () => undefined,
        };
        const { signal } = new AbortController();
        const writing = { open: async () => file, signal, onProgress: () => undefined };
        order.write(writing).then(written.resolve, written.reject);
        return { id: 'x' } as never;
      },
    },
  }).export(auditFilter.parse(filter), format);
  await written.promise;
  return Buffer.concat(pieces).toString();
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-audit-file-'));
  const file = join(directory, 'profile.db');
  sqlite = openSqlite({ file, key });
  migrate(sqlite, auditMigrations);
  const audit = openAudit({ sqlite, clock });
  for (let number = 1; number <= 9; number += 1)
    audit.append({
      action: number % 2 === 0 ? 'customer.create.created' : 'token.entered',
      facts: { number, name: 'Zoë', ...(number === 4 ? { note: 'called Ada' } : {}) },
    });
  anchor = openAnchor({
    sqlite,
    file: join(directory, 'anchor.json'),
    key: signing,
    installationId: 'i',
    profileId: 'p',
    clock,
    log: { error: (facts: unknown) => expect(facts).toBeNull() },
  });
  reader = openAuditReader({ file, key, clock, onChange: () => undefined });
  whole = await exported({});
  part = await exported({ kind: 'customers' });
});
afterAll(async () => {
  await reader.close();
  await anchor.close();
  sqlite.close();
  rmSync(directory, { recursive: true });
});

const problemsOf = (text: string) => checkFile(Buffer.from(text)).problems;
const partsOf = (text: string) => problemsOf(text).map((problem) => problem.part);
const linesOf = (text: string) => text.trimEnd().split('\n');
const joined = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const edited = (text: string, at: number, change: object) =>
  joined(
    linesOf(text).map((line, index) =>
      index === at ? JSON.stringify({ ...(JSON.parse(line) as object), ...change }) : line,
    ),
  );

it('fits as it was written, with the words of people, of which a search finds them too', async () => {
  expect(problemsOf(whole)).toEqual([]);
  expect(problemsOf(part)).toEqual([]);
  expect(linesOf(whole)).toHaveLength(11);
  expect(linesOf(part)).toHaveLength(6);
  const found = linesOf(await exported({ search: 'called' }));
  expect(found).toHaveLength(3);
  expect(JSON.parse(found[1] ?? '')).toMatchObject({
    sequence: 4,
    facts: { note: expect.stringMatching(/^sha256:/) },
    beside: { words: { note: 'called Ada' } },
  });
  expect(problemsOf(joined(found))).toEqual([]);
});

test.each([
  ['other facts', { facts: { number: 4 } }],
  ['other words', { beside: { salt: '00', words: { note: 'called Bob' } } }],
  ['another time', { at: '2026-11-29T12:00:00.000Z' }],
  ['another action', { action: 'token.entered' }],
  ['another hash', { hash: '0'.repeat(64) }],
  ['another hash before', { before: '0'.repeat(64) }],
])('an entry with %s is named, in the whole log and in a part', (_, change) => {
  expect(partsOf(edited(whole, 4, change))).toEqual(
    expect.arrayContaining(['entry 4', 'signature']),
  );
  expect(partsOf(edited(part, 2, change))).toEqual(
    expect.arrayContaining(['entry 4', 'signature']),
  );
});

it('entries that are missing, doubled or in another order are named', () => {
  for (let number = 1; number <= 9; number += 1) {
    const lines = linesOf(whole);
    lines.splice(number, 1);
    expect(partsOf(joined(lines))).toEqual([`entry ${number}`, 'signature', 'end of the file']);
    if (number === 9) continue;
    const swapped = linesOf(whole);
    swapped.splice(number, 0, ...swapped.splice(number + 1, 1));
    expect(partsOf(joined(swapped))).toContain(`entry ${number}`);
  }
  const lines = linesOf(whole);
  expect(partsOf(joined([...lines.slice(0, 5), ...lines.slice(4)]))).toContain('entry 4');
  expect(partsOf(joined([...lines.slice(0, 3), ...lines.slice(6)]))).toContain('entries 3 to 5');
  const ofPart = linesOf(part).toSpliced(2, 1);
  expect(partsOf(joined(ofPart))).toEqual(['signature', 'end of the file']);
});

it('a log that was cut off is named at each byte, and one with a changed byte', () => {
  const lines = linesOf(whole);
  expect(problemsOf(joined(lines.slice(0, -3)))).toEqual([
    { part: 'entries 8 to 9', problem: 'Missing at the end.' },
    { part: 'end of the file', problem: 'It is missing: the file was cut off.' },
  ]);
  for (const text of [whole, part]) {
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length += 1)
      if (checkFile(bytes.subarray(0, length)).problems.length === 0) expect(length).toBeNull();
    for (const [at, byte] of bytes.entries()) {
      bytes[at] = byte ^ 1;
      if (checkFile(bytes).problems.length === 0)
        expect({ at, text: text.slice(at - 9, at + 9) }).toBeNull();
      bytes[at] = byte;
    }
  }
});

it('what was made anew with another key, or for another log, does not fit', () => {
  const lines = linesOf(whole);
  const { head } = JSON.parse(lines[0] ?? '') as { head: { sequence: number } };
  expect(partsOf(edited(whole, 0, { key: '0'.repeat(64) }))).toEqual(['first line', 'signature']);
  expect(partsOf(edited(whole, 0, { installationId: 'j' }))).toEqual(['first line', 'signature']);
  const other = { head: { ...head, sequence: 8 } };
  expect(partsOf(edited(whole, 0, other))).toEqual(['first line', 'signature']);
  expect(partsOf(edited(part, 0, { part: null }))).toContain('entry 1');
  expect(partsOf(joined(lines.slice(1)))).toEqual(['first line']);
});

it('contents that hold a secret are left out but for their hash', async () => {
  known = () => ['called Ada'];
  const text = await exported({});
  expect(text).not.toContain('called Ada');
  expect(problemsOf(text)).toEqual([]);
  known = () => ['Zo\u00eb'];
  expect(problemsOf(await exported({}))).toEqual([]);
  expect(await exported({})).not.toContain('Zo\u00eb');
  // It becomes known once the first line is written.
  let asked = 0;
  known = () => (asked++ === 0 ? [] : ['called Ada']);
  expect(await exported({})).not.toContain('called Ada');
  known = () => [];
});

it('facts that were set to null in the database do not pass as left out', async () => {
  const [was = ''] = sqlite.texts('SELECT facts FROM audit_log WHERE sequence = 5');
  sqlite.exec('DROP TRIGGER audit_log_never_changes');
  const change = (facts: string) =>
    sqlite.run('UPDATE audit_log SET facts = ? WHERE sequence = 5', [facts]);
  change('null');
  const text = await exported({});
  change(was);
  expect(problemsOf(text)).toEqual([{ part: 'entry 5', problem: 'It has another hash.' }]);
});

it('an end that is not exactly as it was written is named, though nothing covers it', () => {
  const end = linesOf(whole).at(-1) ?? '';
  const { entries, signature } = JSON.parse(end) as { entries: number; signature: string };
  const before = whole.slice(0, -end.length - 1);
  for (const other of [
    `{"entries":${entries},"signature":"${signature}","note":"approved"}\n`,
    `{"entries":${entries}, "signature":"${signature}"}\n`,
    `{"entries":${entries},"signature":"${signature.toUpperCase()}"}\n`,
    `{"entries":${entries},"signature":"${signature}zz"}\n`,
    `${end} \n`,
    end,
  ])
    expect({ other, parts: partsOf(before + other) }).toEqual({
      other,
      parts: ['end of the file'],
    });
});

it('a first line that nobody can read is named', () => {
  for (const key of ['ab', 'g'.repeat(64), `${'0'.repeat(64)}\n`])
    expect(partsOf(edited(whole, 0, { key }))).toEqual(['first line']);
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const [first = '', ...rest] = linesOf(whole);
  const changed = first.replace('"head":{', `"head":{"x":${nested},`);
  expect(partsOf(joined([changed, ...rest]))).toEqual(['first line', 'signature']);
});

it('the program of a pack says what it is of, and what it does not cover', async () => {
  const program = join(directory, 'verify.mjs');
  writeFileSync(program, await verifier());
  const run = (text: string) => {
    const file = join(directory, 'log.jsonl');
    writeFileSync(file, text);
    const { stdout, status } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
    return { stdout, status };
  };
  const ofWhole = run(whole);
  expect(ofWhole.status).toBe(0);
  expect(ofWhole.stdout).toContain('Audit log of: profile Treasury, whole\n');
  expect(ofWhole.stdout).not.toContain('Not covered');
  expect(ofWhole.stdout).toContain('INTACT: every byte is as it was signed.');
  const ofPart = run(part);
  expect(ofPart.status).toBe(0);
  expect(ofPart.stdout).toContain('profile Treasury, A PART\n');
  expect(ofPart.stdout).toContain('those with {"kind":"customers"}');
  expect(ofPart.stdout).toContain('Not covered: entries that are not in the part.');
  const changed = run(edited(whole, 4, { at: '' }));
  expect(changed.status).toBe(1);
  expect(changed.stdout).toContain('DOES NOT FIT: entry 4: It has another hash.');
  // For spreadsheets.
  expect(linesOf(await exported({}, 'csv'))).toHaveLength(10);
});
