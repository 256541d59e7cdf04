/**
 * Databases that can't be read whole: found when one is opened, when a call meets it, and by a check in a
 * thread some time after its opening, so not while its profile stays closed. A person repairs them in main's own document.
 */
import { readFileSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import type { DamageView } from '../../../bridge/connection.ts';
import type { Clock } from '../../../platform/clock.ts';
import { keepAside } from '../../../platform/keep-aside.ts';
import { DatabaseTooNew, type Migration } from '../../../platform/migrations.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { DatabaseTooLarge } from '../../../platform/page-image.ts';
import type { Random } from '../../../platform/random.ts';
import { isDamaged, isDiskFull } from '../../../platform/sqlite.ts';
import { sandboxMigrations } from '../../../sandbox/index.ts';
import type { AuditTrail, Person } from '../../core/audit/types.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Log } from '../../core/foundation/log.ts';
import { Failed, invalidOf } from '../../core/intents/failed.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import { unreadableCommits } from '../../core/repair/damaged-log.ts';
import type {
  DatabaseKind,
  DatabaseWatch,
  WatchedDatabase,
} from '../../core/repair/database-watch.ts';
import { dataKeyName, inboxKeyName } from '../../core/vault/key-record.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { VaultError } from '../../core/vault/vault-error.ts';
import { inboxMigrations } from '../../features/webhooks/inbox/migrations.ts';
import type { Ingress } from '../../features/webhooks/ingress.ts';
import { coverageMigrations } from '../../features/webhooks/receiver/coverage-log.ts';
import { sandboxKeyOf } from '../data-keys/keyed-files.ts';
import type { DatabaseWork } from '../database-work.ts';
import type { FileProblems } from '../file-problems.ts';
import { type RunRepair, repairedAction } from './repair-calls.ts';
import { NoKeyOpens, type RepairOutcome, repairDatabase } from './repair-database.ts';
import { type Attempt, repairDocument } from './repair-document.ts';

export interface Damage extends DatabaseWatch {
  view(): DamageView;
  /** Asks a person (AskPerson). Throws Failed LOCKED, and INVALID where nothing is damaged. */
  repair(): Promise<string | null>;
  /** A call met damage: every database that is open is checked. */
  met(): void;
  /** Ends the check that is running; after the next opening it is done again. */
  stop(): Promise<void>;
  /** No check runs meanwhile. */
  unchecked<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface DamageParts {
  readonly dataDir: string;
  readonly vault: Pick<Vault, 'status' | 'isDurable' | 'openingKeys'>;
  readonly profiles: Pick<Profiles, 'get'>;
  /** Migrations of a profile's database. */
  readonly migrations: readonly Migration[];
  readonly work: DatabaseWork;
  readonly ingress: () => Pick<Ingress, 'whileClosed'>;
  readonly trail: () => AuditTrail;
  readonly ask: AskPerson;
  readonly person: () => Person | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onChange: () => void;
  readonly onProblem: FileProblems['note'];
  /** Milliseconds from an opening until the database is checked whole, once a start. */
  readonly checkAfterMs?: number | undefined;
}

interface Known extends WatchedDatabase {
  readonly file: string;
  isChecked: boolean;
  /** What was found; null while nothing is. */
  found: string | null;
  /** Not opened at all. */
  isShut: boolean;
}

const names: Readonly<Record<DatabaseKind, string>> = {
  records: 'Records',
  sandbox: 'State of the built-in sandbox',
  inbox: 'Deliveries',
  coverage: 'Times when deliveries could arrive',
};

const isRepaired = 'A damaged database is being repaired.';
export const lookAside = 'database.log-damaged';

export function createDamage(parts: DamageParts): Damage {
  const { dataDir, vault, profiles, work, clock, log, checkAfterMs = 20_000 } = parts;
  const all = new Map<string, Known>();
  let timer: NodeJS.Timeout | null = null;
  let checking: Promise<void> = Promise.resolve();
  let stopping = new AbortController();
  let others = 0;
  let isClosed = false;

  const idOf = ({ kind, profileId }: WatchedDatabase): string => `${kind} ${profileId ?? ''}`;
  const pathBelow = (path: string): string => relative(dataDir, path).split(sep).join('/');
  const damaged = (): Known[] =>
    [...all.values()].filter(
      ({ found, profileId }) =>
        found !== null && (profileId === null || profiles.get(profileId) !== null),
    );

  const find = (known: Known, what: string): void => {
    log.error({ file: known.file, found: what }, 'a database is damaged');
    known.found = what;
    parts.onChange();
  };

  /** What may open it, the likely one first. */
  const keysOf = async (of: WatchedDatabase): Promise<readonly Uint8Array[]> => {
    const { kind, profileId } = of;
    const keys = await vault.openingKeys(
      profileId === null ? inboxKeyName : dataKeyName(profileId),
    );
    if (kind !== 'sandbox') return keys;
    const derived = keys.map(sandboxKeyOf);
    overwrite(...keys);
    return derived;
  };

  const mayCheck = () => !isClosed && others === 0 && vault.status().state === 'unlocked';
  const check = async (known: Known, how: 'check' | 'readThrough'): Promise<void> => {
    // The sandbox alone may open its own.
    if (known.isShut || known.kind === 'sandbox' || !mayCheck()) return;
    const { signal } = stopping;
    const keys = await keysOf(known);
    try {
      const [key] = keys;
      if (key === undefined || signal.aborted || !mayCheck()) return;
      known.isChecked = true;
      const order = { file: known.file, key };
      const found = await work.inThread('repair', (call) => call(how, order), signal);
      if (found !== null && known.found === null) find(known, found);
    } catch (error) {
      known.isChecked = false;
      if (!signal.aborted) throw error;
    } finally {
      overwrite(...keys);
    }
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    stopping = new AbortController();
    await checking;
  };
  const checkSoon = (ms: number, how: 'check' | 'readThrough'): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      const left = [...all.values()].filter(({ isChecked }) => !isChecked);
      checking = checking
        .then(async () => {
          for (const known of left) await check(known, how);
        })
        .catch((error: unknown) => log.warn({ err: error }, 'databases could not be checked'));
    }, ms);
    timer.unref();
  };

  const keepLog = (known: Known): void => {
    const path = `${known.file}-wal`;
    const commits = unreadableCommits(path);
    if (commits === 0) return;
    const keptAs = basename(keepAside(path, readFileSync(path), clock));
    log.error({ file: path, commits, keptAs }, 'a write-ahead log is damaged');
    parts.onProblem(
      pathBelow(path),
      `Part of the file can’t be read, so the newest entries may be missing. Causeway kept a copy as ${keptAs}. Restore the newest backup to add what is missing.`,
    );
    const facts = { file: basename(path), keptAs, commits };
    if (known.profileId === null) parts.trail().record(lookAside, facts);
    else parts.trail().recordFor(known.profileId, lookAside, facts);
  };

  const nameOf = ({ kind, profileId }: WatchedDatabase): string => {
    const profile = profileId === null ? null : profiles.get(profileId);
    return profile === null ? names[kind] : `${names[kind]} of “${profile.name}”`;
  };

  const repairAll = async (wanted: readonly Known[]): Promise<readonly Attempt[]> => {
    const repairThem = async (run: RunRepair) => {
      const attempts: Attempt[] = [];
      const errors: unknown[] = [];
      for (const known of wanted) {
        try {
          attempts.push(await repairOne(known, run));
        } catch (error) {
          log.error({ err: error, file: known.file }, 'a database was not repaired');
          errors.push(error);
          attempts.push({ failed: sentenceOf(error) });
        }
      }
      if (errors.length === wanted.length) throw errors[0];
      return attempts;
    };
    const hasDeliveries = wanted.some(({ profileId }) => profileId === null);
    try {
      return await work.run({ of: 'repair', is: isRepaired }, (run) =>
        hasDeliveries
          ? parts.ingress().whileClosed(isRepaired, () => repairThem(run))
          : repairThem(run),
      );
    } catch (error) {
      throw told(error);
    }
  };

  const repairOne = async (known: Known, run: RunRepair): Promise<RepairOutcome> => {
    const { kind } = known;
    const keys = await keysOf(known);
    const file = pathBelow(known.file);
    const migrations = { records: parts.migrations, ...otherMigrations }[kind];
    const outcome = await repairDatabase(
      { ...parts, run },
      { kind, file, keys, migrations },
    ).finally(() => overwrite(...keys));
    known.found = null;
    if (kind !== 'records') {
      const { keptIn, pages, lostPages } = outcome;
      const lost = outcome.tables.reduce((sum, table) => sum + table.lost, 0);
      parts.trail().record(repairedAction, { file, keptIn, pages, lostPages, lost });
    }
    return outcome;
  };

  return {
    before(database, file) {
      // What is under a key of this session alone goes with it.
      if (!vault.isDurable()) return;
      const id = idOf(database);
      const before = all.get(id);
      const known = before ?? { ...database, file, isChecked: false, found: null, isShut: false };
      all.set(id, known);
      keepLog(known);
    },
    opened(database) {
      const known = all.get(idOf(database));
      if (known === undefined) return;
      if (known.isShut && known.found !== null) known.found = null;
      known.isShut = false;
      if (!known.isChecked) checkSoon(checkAfterMs, 'readThrough');
    },
    laidAside(database, keptAs) {
      const facts = { file: basename(all.get(idOf(database))?.file ?? ''), keptAs };
      parts.trail().record('database.laid-aside', facts);
      parts.onProblem(
        facts.file,
        `The file was damaged. Causeway created a new one and kept the damaged one as ${keptAs}.`,
      );
    },
    failed(database, error) {
      const known = all.get(idOf(database));
      if (known === undefined || !isDamaged(error)) return;
      known.isShut = true;
      find(known, (error as Error).message);
    },
    view: () =>
      damaged().map(({ kind, profileId }) => ({
        what: kind,
        profileName: profileId === null ? null : (profiles.get(profileId)?.name ?? profileId),
      })),
    async repair() {
      work.requirePossible();
      const wanted = damaged();
      if (wanted.length === 0) throw invalid('No database is known to be damaged.');
      const damages = wanted.map((known) => ({
        name: nameOf(known),
        path: known.file,
        found: known.found ?? '',
      }));
      return await parts.ask(repairDocument({ dataDir, damages, repair: () => repairAll(wanted) }));
    },
    met() {
      for (const known of all.values()) known.isChecked = false;
      checkSoon(0, 'check');
    },
    stop,
    async unchecked(use) {
      others += 1;
      try {
        await stop();
        return await use();
      } finally {
        others -= 1;
      }
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await stop();
    },
  };
}

const otherMigrations = {
  sandbox: sandboxMigrations,
  inbox: inboxMigrations,
  coverage: coverageMigrations,
};

const invalid = invalidOf('damage');

/** As a sentence where there is one. */
function told(error: unknown): unknown {
  if (error instanceof DatabaseTooNew || error instanceof NoKeyOpens) return invalid(error.message);
  if (error instanceof Error && error.name === new DatabaseTooLarge().name)
    return invalid(error.message);
  if (isDiskFull(error))
    return invalid(
      'The disk is full, so the database was not repaired and nothing was changed. Free some space and try again.',
    );
  return error;
}

/** One of several: what was done with the others is told all the same. */
function sentenceOf(error: unknown): string {
  const named = told(error);
  return named instanceof Failed || named instanceof VaultError
    ? named.message
    : 'The database was not repaired. The log has the details.';
}
