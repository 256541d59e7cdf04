/**
 * `node kept-run.ts <directory> <entries> <events> <rounds>`: an audit log is checked, a data directory is
 * backed up and restored, and a console is locked and unlocked. One line of JSON on stdout.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { ownCalls } from '../../src/main/bridge/named-profile.ts';
import { createConsole } from '../../src/main/console/create-console.ts';
import { profileMigrations } from '../../src/main/console/profile-session.ts';
import { readingMs } from '../../src/main/console/secret-page.ts';
import { auditMigrations } from '../../src/main/core/audit/audit.ts';
import { openAuditReader } from '../../src/main/core/audit/audit-reader.ts';
import { chainHash, GENESIS } from '../../src/main/core/audit/chain.ts';
import { blockBytes } from '../../src/main/core/backup/blocks.ts';
import type { BackupHeader } from '../../src/main/core/backup/header.ts';
import { passphraseSlot } from '../../src/main/core/backup/key-slots.ts';
import { restoreBackup } from '../../src/main/core/backup/restore.ts';
import { writeBackup } from '../../src/main/core/backup/write-backup.ts';
import { createLog } from '../../src/main/core/foundation/log.ts';
import { openRecords } from '../../src/main/core/records/records.ts';
import { derivePassphraseKey, openSealedFile } from '../../src/main/core/vault/sealed-file.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { randomHex, systemRandom } from '../../src/platform/random.ts';
import { openSqlite } from '../../src/platform/sqlite.ts';
import { median } from './statistics.ts';

const [directory = '', ...counts] = process.argv.slice(2);
const [entries = 0, events = 0, rounds = 1] = counts.map(Number);
const passphrase = 'seven quiet herons';

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Milliseconds of a check in its thread, and how often it told how far it was. */
async function checkChain(): Promise<{ readonly ms: number; readonly told: number }> {
  const file = join(directory, 'audit.db');
  const key = randomBytes(32);
  const sqlite = openSqlite({ file, key });
  migrate(sqlite, auditMigrations);
  const insert = sqlite.prepare(
    'INSERT INTO audit_log (sequence, at, action, facts, hash) VALUES (?, ?, ?, ?, ?)',
  );
  sqlite.transaction(() => {
    for (let sequence = 1, hash = GENESIS; sequence <= entries; sequence += 1) {
      const facts = JSON.stringify({ by: 'ada', customerId: `customer_${sequence}`, status: 201 });
      const entry = { sequence, at: '2026-11-26T08:00:00.000Z', action: 'customer.create.created' };
      hash = chainHash(hash, { ...entry, facts });
      insert.run(sequence, entry.at, entry.action, facts, hash);
    }
  });
  sqlite.close();
  let told = 0;
  const onChange = () => {
    told += 1;
  };
  const reader = openAuditReader({ file, key, clock: systemClock, onChange });
  let state = '';
  const ms = await timed(async () => {
    state = (await reader.check(entries)).state;
  });
  await reader.close();
  if (state !== 'intact') throw new Error(`The log is ${state}.`);
  return { ms, told };
}

const dataDir = join(directory, 'data');

const startConsole = () =>
  createConsole({
    dataDir,
    host: 'browser',
    version: '0',
    passphrase,
    pauses: [],
    keychain: () => Promise.reject(new Error('none')),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: systemRandom,
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
  });

const database = () => join(dataDir, 'profiles', 'built-in', 'records.db');

/** Records of so many observations, in the profile that a start made. Gives its key. */
async function fillProfile(): Promise<Uint8Array> {
  const started = await startConsole();
  await started.dispose();
  const path = join(dataDir, 'vault.sealed');
  const sealed = await openSealedFile({ path, passphrase, random: systemRandom });
  const key = Buffer.from((await sealed.get('data-key:built-in')) ?? '', 'hex');
  sealed.close();
  const sqlite = openSqlite({ file: database(), key });
  migrate(sqlite, profileMigrations);
  const records = openRecords({ sqlite });
  for (let done = 0; done < events; done += 1_000) {
    sqlite.transaction(() => {
      for (let at = done; at < Math.min(events, done + 1_000); at += 1) {
        const id = `customer_${at}`;
        records.observe({
          kind: 'customer',
          id,
          source: 'read',
          observedAt: '2026-11-26T08:00:00.000Z',
          body: { id, email: `${at}@example.com`, name: `Desk ${at}`, type: 'business' },
          raw: randomBytes(900),
        });
      }
    });
  }
  sqlite.close();
  return key;
}

/** Reads the file, and writes it through the cipher of a backup, to the disk; as blocks are, and back. */
function copyThroughCipher(from: string, to: string, isBack: boolean): void {
  const key = Buffer.alloc(32, 7);
  const source = openSync(from, 'r');
  const target = openSync(to, 'w');
  const tagBytes = 16;
  const piece = Buffer.alloc(blockBytes + (isBack ? tagBytes : 0));
  for (let block = 0; ; block += 1) {
    const count = readSync(source, piece, 0, piece.length, null);
    if (count === 0) break;
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(block);
    if (isBack) {
      const tag = piece.subarray(count - tagBytes, count);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(tag);
      writeSync(target, decipher.update(piece.subarray(0, count - tagBytes)));
      decipher.final();
    } else {
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      writeSync(target, cipher.update(piece.subarray(0, count)));
      cipher.final();
      writeSync(target, cipher.getAuthTag());
    }
  }
  fsyncSync(target);
  closeSync(source);
  closeSync(target);
}

/** One round: milliseconds of writing, reading back and restoring, each beside its copy. */
async function backUp(key: Uint8Array, round: number) {
  const folder = join(directory, `backup-${round}`);
  mkdirSync(folder);
  const fileKey = randomBytes(32);
  const id = randomHex(systemRandom, 16);
  const slot = await passphraseSlot(fileKey, id, passphrase, systemRandom);
  const head: BackupHeader = {
    version: 1,
    id,
    createdAt: '2026-11-26T08:00:00.000Z',
    program: '0',
    installationId: id,
    cipher: 'aes-256-gcm',
    slots: [slot],
  };
  const source = { path: 'profiles/built-in/records.db', file: database(), key };
  let writeMs = 0;
  const begun = performance.now();
  const { file, bytes } = writeBackup(
    {
      folder,
      name: 'one.backup',
      head,
      key: fileKey,
      secrets: {},
      profiles: [],
      sources: [source],
    },
    ({ step }) => {
      if (step === 'checking' && writeMs === 0) writeMs = performance.now() - begun;
    },
  );
  const checkMs = performance.now() - begun - writeMs;
  const restored = join(folder, 'restored');
  const restoreMs = await timed(() =>
    restoreBackup({ file, key: fileKey, dataDir: restored, passphrase, random: systemRandom }),
  );
  const sealed = join(folder, 'sealed');
  const copyMs = await timed(() => copyThroughCipher(database(), sealed, false));
  const backMs = await timed(() => copyThroughCipher(sealed, join(folder, 'opened'), true));
  rmSync(folder, { recursive: true });
  return { bytes, writeMs, checkMs, restoreMs, copyMs, backMs };
}

/** Milliseconds of locking, and of unlocking to the first answered list, without deriving the key. */
async function lockAndUnlock() {
  const started = await startConsole();
  const bridge = createRouterClient(started.router, { context: ownCalls });
  const times: { lockMs: number; unlockMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const lockMs = await timed(() => bridge.vault.lock());
    const { path } = await bridge.vault.openSecretEntry({ purpose: 'passphrase' });
    const ticket = path?.split('/').at(-1) ?? '';
    const page = started.secrets.page(ticket, 'n') ?? '';
    const formKey = /name="form-key" value="(\w+)"/.exec(page)?.[1] ?? '';
    const fields = new URLSearchParams({ passphrase, 'form-key': formKey });
    await new Promise((resolve) => setTimeout(resolve, readingMs + 50));
    const unlockMs = await timed(async () => {
      await started.secrets.submit(ticket, fields, 'n');
      await bridge.customers.list({ limit: 50 });
    });
    times.push({ lockMs, unlockMs: unlockMs - derivingMs });
  }
  await started.dispose();
  return {
    lockMs: median(times.map(({ lockMs }) => lockMs)),
    unlockMs: median(times.map(({ unlockMs }) => unlockMs)),
  };
}

/** Of a key from a passphrase, which takes its time by intent in unlocking. */
const deriving: number[] = [];
for (let round = 0; round < 5; round += 1)
  deriving.push(await timed(() => derivePassphraseKey(passphrase, Buffer.alloc(32))));
const derivingMs = median(deriving);

const chain = await checkChain();
const key = await fillProfile();
const backups: Awaited<ReturnType<typeof backUp>>[] = [];
for (let round = 0; round < rounds; round += 1) backups.push(await backUp(key, round));
const of = (name: keyof (typeof backups)[number]) => median(backups.map((backup) => backup[name]));
const measured = {
  chainMs: chain.ms,
  told: chain.told,
  megabytes: statSync(database()).size / 1e6,
  writeMs: of('writeMs'),
  checkMs: of('checkMs'),
  restoreMs: of('restoreMs'),
  copyMs: of('copyMs'),
  backMs: of('backMs'),
  ...(await lockAndUnlock()),
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
process.exit(0);
