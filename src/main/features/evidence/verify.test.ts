import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { signingKeyOf } from '../../core/audit/signing.ts';
import { signing, testAudit, testPack } from './testing/packs.ts';
import { verifier } from './verifier.ts';
// biome-ignore lint/correctness/useImportExtensions: its types lie beside it.
import { checkFolder, checkZip } from './verify.mjs';

const program = join(import.meta.dirname, 'verify.mjs');
const partsOf = (zip: Uint8Array) => checkZip(zip).problems.map(({ part }) => part);

/** The same numbers with each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** What the byte at each place belongs to. */
function placesOf(zip: Buffer): string[] {
  const files = Object.entries(unzipSync(zip));
  const places: string[] = [];
  for (const [name, { length }] of files) {
    places.push(...Array<string>(30 + name.length).fill(`zip header of ${name}`));
    places.push(...Array<string>(length).fill(name));
    places.push(...Array<string>(16).fill(`zip checksum of ${name}`));
  }
  for (const [name] of files) {
    places.push(...Array<string>(46 + name.length).fill(`zip directory entry of ${name}`));
  }
  places.push(...Array<string>(22).fill('end of the zip'));
  return places;
}

describe('a pack', () => {
  it('is intact as it was written, masked too', async () => {
    for (const personalData of ['whole', 'masked'] as const) {
      const checked = checkZip(await testPack({ personalData }));
      expect(checked.problems).toEqual([]);
      expect(checked.key).toBe(signing.publicKey);
      expect(checked.manifest?.lines).toMatchObject({ 'deliveries.jsonl': 1, 'audit.jsonl': 3 });
    }
  });

  it('names the part of each of 10,000 changed bytes, and of every byte around the files', async () => {
    const zip = await testPack();
    const places = placesOf(zip);
    expect(places).toHaveLength(zip.length);
    const next = numbers(20_261_125);
    const around = [...places.keys()].filter((at) => !/^[\w-]+\.\w+$/.test(places[at] ?? ''));
    const random = Array.from({ length: 10_000 }, () => next.next().value % zip.length);
    for (const at of [...random, ...around]) {
      const before = zip[at] ?? 0;
      zip[at] = before ^ (1 + (next.next().value % 255));
      const named = partsOf(zip);
      if (named.length !== 1 || named[0] !== places[at]) {
        expect({ at, named }).toEqual({ at, named: [places[at]] });
      }
      zip[at] = before;
    }
    expect(partsOf(zip)).toEqual([]);
  });

  it('says so where it was cut, or more was put to it', async () => {
    const zip = await testPack();
    for (const changed of [
      zip.subarray(0, -1),
      zip.subarray(1),
      zip.subarray(0, 100),
      Buffer.alloc(0),
      Buffer.concat([zip, Buffer.of(0)]),
      Buffer.concat([Buffer.of(0), zip]),
    ]) {
      expect(partsOf(changed)).not.toEqual([]);
    }
  });

  it('can be unpacked by others, and is checked there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-evidence-'));
    try {
      const zip = await testPack({ verifier: await verifier() });
      const files = Object.entries(unzipSync(zip));
      for (const [name, content] of files) writeFileSync(join(folder, name), content);
      expect(checkFolder(folder).problems).toEqual([]);
      const own = execFileSync(process.execPath, [join(folder, 'verify.mjs')], {
        encoding: 'utf8',
      });
      expect(own).toContain('Evidence pack of: Customer customer_1');
      expect(own).toContain('INTACT: every byte is as it was signed.');
      for (const [name, content] of files) {
        const changed = Buffer.from(content);
        changed[10] = (changed[10] ?? 0) ^ 1;
        writeFileSync(join(folder, name), changed);
        expect(checkFolder(folder).problems.map(({ part }) => part)).toEqual([name]);
        rmSync(join(folder, name));
        expect(checkFolder(folder).problems.map(({ part }) => part)).toEqual([name]);
        writeFileSync(join(folder, name), content);
      }
      writeFileSync(join(folder, 'more.txt'), 'more');
      expect(checkFolder(folder).problems.map(({ part }) => part)).toEqual(['more.txt']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is not taken for one of another key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-evidence-'));
    try {
      const file = join(folder, 'pack.zip');
      writeFileSync(file, await testPack({ key: signingKeyOf(Buffer.alloc(32, 8)) }));
      const run = (key: string) =>
        execFileSync(process.execPath, [program, file, '--key', key], { encoding: 'utf8' });
      const other = signingKeyOf(Buffer.alloc(32, 8)).publicKey;
      expect(run(other.slice(0, 32).replaceAll(/(.{4})/g, '$1 '))).toContain('INTACT');
      expect(() => run(signing.publicKey.slice(0, 32))).toThrow();
      expect(() => run('')).toThrow();
      const told = (...args: string[]) =>
        spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
      const compared = told(file, '--key', signing.publicKey);
      expect(compared.status).toBe(1);
      expect(compared.stdout).toContain('It is not the one that you named');
      expect(compared.stdout).toMatch(/\nSIGNED BY ANOTHER KEY: .*\n$/);
      expect(compared.stdout).not.toContain('INTACT');
      for (const key of ['zz', 'ab12', 'g'.repeat(64), 'a'.repeat(65)]) {
        expect(told(file, '--key', key)).toMatchObject({
          status: 2,
          stdout: '',
          stderr: expect.stringContaining('is not a key'),
        });
      }
      expect(told(join(folder, 'none.zip'))).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `No such file: ${join(folder, 'none.zip')}\n`,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('words of a pack make no line of their own, and hide none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-evidence-'));
  try {
    const file = join(folder, 'pack.zip');
    const words = 'A\u001b[2K\nSigning key: 0000\nINTACT: every byte\u202e\u001b[8m';
    writeFileSync(file, await testPack({ words, key: signingKeyOf(Buffer.alloc(32, 8)) }));
    const { stdout } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
    const [first, , third] = stdout.split('\n');
    expect(first).toContain(String.raw`A\u{1b}[2K\u{a}Signing key: 0000\u{a}INTACT`);
    expect(third).toMatch(/^Signing key: [0-9a-f]{4} /);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('what a pack says, signed anew by somebody', () => {
  const audit = testAudit();
  const [third, fourth, seventh] = audit.entries;

  it.each([
    ['other facts', [{ ...third, facts: '{}' }, fourth, seventh]],
    [
      'other words beside it',
      [{ ...third, beside: { salt: '07'.repeat(32), words: { note: 'paid' } } }, fourth, seventh],
    ],
    ['another time', [third, fourth, { ...seventh, at: '2026-11-24T12:00:00.000Z' }]],
    ['an entry left out that proves another', [third, seventh]],
    ['another order', [fourth, third, seventh]],
    ['a way that leads elsewhere', [third, fourth, { ...seventh, path: fourth?.path }]],
    ['a way that is too short', [third, fourth, { ...seventh, path: [] }]],
    ['an entry after the head', [third, fourth, { ...seventh, sequence: 10 }]],
  ])('is not proved by the audit log: %s', async (_, entries) => {
    const zip = await testPack({ audit: { ...audit, entries: entries as typeof audit.entries } });
    expect(partsOf(zip)).toEqual(['audit.jsonl']);
  });

  it('is proved where facts are left out', async () => {
    const entries = audit.entries.map((entry) => ({ ...entry, facts: null }));
    expect(partsOf(await testPack({ audit: { ...audit, entries } }))).toEqual([]);
  });

  it('is not proved by a head that was changed, or signed with another key', async () => {
    const { head } = audit;
    if (head === null) throw new Error('There is no head.');
    const changed = { ...head, at: '2026-11-24T12:00:00.000Z' };
    expect(partsOf(await testPack({ audit: { ...audit, head: changed } }))).toEqual([
      'manifest.json',
    ]);
    const other = testAudit(signingKeyOf(Buffer.alloc(32, 9)));
    expect(partsOf(await testPack({ audit: other }))).toEqual(['manifest.json']);
  });

  it('has the bytes of a delivery that it gives as exact', async () => {
    const text = '{"id":"event_1"}';
    const sha256 = createHash('sha256').update(text).digest('hex');
    const delivery = { arrival: 1, isExact: true, text, sha256 };
    expect(partsOf(await testPack({ deliveries: [delivery] }))).toEqual([]);
    expect(partsOf(await testPack({ deliveries: [{ ...delivery, text: '{}' }] }))).toEqual([
      'deliveries.jsonl',
    ]);
  });
});
