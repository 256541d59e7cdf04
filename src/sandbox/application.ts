/** Builds the parts of a sandbox and connects them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../platform/migrations.ts';
import type { Random } from '../platform/random.ts';
import { isBusy, openMemorySqlite, openSqlite, type Sqlite } from '../platform/sqlite.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import { createControlPlane } from './control/control-plane.ts';
import { createLists } from './control/lists.ts';
import { createEngine } from './deliveries/engine.ts';
import { createGuard } from './deliveries/guard.ts';
import { createSchedule } from './deliveries/schedule.ts';
import { createTransport } from './deliveries/transport.ts';
import { createEmitter } from './events/emit.ts';
import { createEventReader } from './events/reader.ts';
import { createFaults } from './faults/rules.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { Refusal } from './http/refusal.ts';
import { controlPrefix, createHandler, type Handler } from './http/server.ts';
import { createIds } from './ids.ts';
import type { ResolvedOptions } from './options.ts';
import { createDeliveries } from './state/deliveries.ts';
import { createEvents } from './state/events.ts';
import { createRecords } from './state/records.ts';
import { sandboxMigrations } from './state/schema.ts';
import { createSettingsStore } from './state/settings.ts';
import { createSharedCommit } from './state/shared-commit.ts';
import { createWebhooks } from './state/webhooks.ts';

interface DatabaseOptions {
  /** null keeps the state in memory. */
  readonly dataDir: string | null;
  /** 32 bytes, or null for a readable file. Ignored in memory. */
  readonly key: Uint8Array | null;
}

export const databaseFileName = 'sandbox.db';

/**
 * Opens and migrates the state, in its SQLite file or in memory; the file is locked for this process.
 *
 * @throws Error when another process uses the directory, or the key does not match.
 */
export function openDatabase({ dataDir, key }: DatabaseOptions): Sqlite {
  const sqlite = dataDir === null ? openMemorySqlite(null) : openState(dataDir, key);
  try {
    migrate(sqlite, sandboxMigrations);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function openState(dataDir: string, key: Uint8Array | null): Sqlite {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const sqlite = openSqlite({ file: join(dataDir, databaseFileName), key, isExclusive: true });
    // Checkpoints at 16 MiB of log, so a page written often is copied once.
    sqlite.exec('PRAGMA wal_autocheckpoint=4000');
    return sqlite;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(`Another process uses the data folder ${dataDir}.`, { cause: error });
  }
}

export interface Application {
  readonly handle: Handler;
  readonly tokens: Tokens;
  readonly controlToken: string;
  allowDeliveryOrigin(origin: string, ca?: string | null): void;
  disallowDeliveryOrigin(origin: string): void;
  /** Starts the waiting deliveries. */
  start(): void;
  close(): Promise<void>;
}

export function createApplication(options: ResolvedOptions): Application {
  const { clock, random, log } = options;
  const database = openDatabase({ dataDir: options.dataDir, key: options.databaseKey });
  const ids = createIds(random, clock);
  const settings = createSettingsStore(database);
  const webhooks = createWebhooks(database, settings);
  const events = createEvents(database);
  const deliveries = createDeliveries(database);
  const faults = createFaults(ids, random);
  const eventReader = createEventReader({ events, webhooks, deliveries, settings });
  /** Webhooks with deliveries queued since the last commit. */
  const queuedFor = new Set<string>();
  const commit = createSharedCommit(database, {
    committed: () => {
      if (queuedFor.size === 0) return;
      const webhookIds = [...queuedFor];
      queuedFor.clear();
      engine.wake(webhookIds);
    },
    rolledBack: () => {
      webhooks.forget();
      settings.reload();
      eventReader.forget();
    },
    isRefusal: (error) => error instanceof Refusal,
  });
  const schedule = createSchedule({ settings, random, timeScale: options.timeScale });
  const emitter = createEmitter({
    clock,
    ids,
    events,
    webhooks,
    deliveries,
    settings,
    faults,
    schedule,
    queued: (webhookId) => queuedFor.add(webhookId),
  });
  const guard = createGuard({
    allowPrivate: options.allowPrivateDeliveries,
    trustCa: options.trustCa,
    allowedOrigins: options.allowedDeliveryOrigins,
  });
  const transport = createTransport({ guard, timeoutMs: options.deliveryTimeoutMs });
  const engine = createEngine({
    clock,
    ids,
    settings,
    webhooks,
    deliveries,
    eventReader,
    commit,
    schedule,
    transport,
    log,
  });
  const service = {
    clock,
    ids,
    random,
    settings,
    records: createRecords(database),
    webhooks,
    events,
    deliveries,
    faults,
    emitter,
    eventReader,
    commit,
  };
  const tokens = createTokens({
    key: signingKey(database, random),
    clock,
    environment: options.environment,
  });
  const controlToken = ids.secret('control');
  const control = createControlPlane({
    service,
    tokens,
    lists: createLists(database, service),
    reset: async () => {
      await engine.stop();
      await commit.submit(() => {
        emptyState(database);
        settings.reset();
      });
      faults.clear();
      webhooks.forget();
      eventReader.forget();
      engine.start();
    },
    controlToken,
    prefix: controlPrefix,
  });
  const rateLimit = createRateLimit(settings, clock);
  return {
    handle: createHandler({ service, tokens, rateLimit, log, control }),
    tokens,
    controlToken,
    allowDeliveryOrigin: (origin, ca = null) => guard.allowOrigin(origin, ca),
    disallowDeliveryOrigin: guard.disallowOrigin,
    start: engine.start,
    close: async () => {
      await engine.stop();
      transport.close();
      commit.close();
      database.close();
    },
  };
}

/** The key that signs tokens: 32 bytes, created on the first start. */
function signingKey(database: Sqlite, random: Random): Uint8Array {
  const stored = database.prepare("SELECT value FROM meta WHERE key = 'signing-key'").pluck().get();
  if (typeof stored === 'string') return Buffer.from(stored, 'base64');
  const key = Buffer.from(random.bytes(32));
  database
    .prepare("INSERT INTO meta (key, value) VALUES ('signing-key', ?)")
    .run(key.toString('base64'));
  return key;
}

/** Empties every table but the keys. Inside a transaction. */
function emptyState(database: Sqlite): void {
  for (const table of [
    'attempts',
    'deliveries',
    'events',
    'webhooks',
    'payouts',
    'bank_accounts',
    'virtual_accounts',
    'customers',
  ]) {
    database.prepare(`DELETE FROM ${table}`).run();
  }
}
