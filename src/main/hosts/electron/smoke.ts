/** `--smoke`: proves on a real machine what no test without Electron's binary can. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { openKeychain, probeKeychain } from '../../core/vault/keychain.ts';

/** What a smoke run found. Everything but the keychain has to be true. */
export interface SmokeReport {
  readonly at: string;
  /** An encrypted database was made, written and read. */
  readonly sqlite: boolean;
  /** The native module was loaded. */
  readonly keytar: boolean;
  /** The system's keychain gave back an entry. Not every machine has one. */
  readonly keychain: boolean;
  /** The page was loaded over app://. */
  readonly page: boolean;
  /** The page asked main something through the preload, and was answered. */
  readonly bridge: boolean;
  /** What went wrong, one sentence each. */
  readonly problems: readonly string[];
}

export interface SmokeOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Opens the page; resolves when it is loaded. */
  readonly page: () => Promise<unknown>;
  /** Resolves at the first call of the page that was answered. */
  readonly bridge: () => Promise<unknown>;
  /** How long each step may take, in milliseconds. */
  readonly patienceMs: number;
}

export const isHealthy = ({ sqlite, keytar, page, bridge }: SmokeReport): boolean =>
  sqlite && keytar && page && bridge;

/** Never throws. */
export async function runSmoke(options: SmokeOptions): Promise<SmokeReport> {
  const problems: string[] = [];
  const succeeds = async (name: string, step: () => unknown): Promise<boolean> => {
    try {
      await within(options.patienceMs, Promise.resolve().then(step));
      return true;
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : 'unknown'}`);
      return false;
    }
  };
  // Another name than a console's, so that no entry of one is ever touched.
  const service = `smoke ${randomHex(options.random, 8)}`;
  return {
    at: isoNow(options.clock),
    sqlite: await succeeds('sqlite', () => tryDatabase(options)),
    keytar: await succeeds('keytar', () => openKeychain(service)),
    keychain: await succeeds('keychain', async () =>
      probeKeychain(await openKeychain(service), options.random),
    ),
    page: await succeeds('page', options.page),
    bridge: await succeeds('bridge', options.bridge),
    problems,
  };
}

function tryDatabase({ dataDir, random }: SmokeOptions): void {
  const file = join(dataDir, `smoke-${randomHex(random, 8)}.db`);
  const sqlite = openSqlite({ file, key: random.bytes(32) });
  try {
    sqlite.exec("CREATE TABLE smoke (word TEXT); INSERT INTO smoke VALUES ('written')");
    const row = sqlite.first('SELECT word FROM smoke') as { word?: unknown } | undefined;
    if (row?.word !== 'written') throw new Error('the database did not give back what was put in');
  } finally {
    sqlite.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
