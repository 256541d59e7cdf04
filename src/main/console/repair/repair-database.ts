/** Repairs one database: nothing of it is changed until all that can be read is in a new one, on the disk. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { removeTree, syncDirectory } from '../../../platform/durable-file.ts';
import { DatabaseTooNew, type Migration, migrate } from '../../../platform/migrations.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import type { Person } from '../../core/audit/types.ts';
import { ProfileError } from '../../core/profiles/profile-file.ts';
import type { DatabaseKind } from '../../core/repair/database-watch.ts';
import {
  finishRepair,
  RepairNoteDamaged,
  repairing,
  replaceDamaged,
} from '../../core/repair/replace-damaged.ts';
import type { Repaired, RunRepair } from './repair-calls.ts';

export interface RepairOrder {
  readonly kind: DatabaseKind;
  /** Below the data directory. */
  readonly file: string;
  /** What may open it. */
  readonly keys: readonly Uint8Array[];
  readonly migrations: readonly Migration[];
}

export interface RepairParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly person: () => Person | null;
  readonly run: RunRepair;
}

export interface RepairOutcome extends Repaired {
  /** Below the data directory: where the damaged files are now. */
  readonly keptIn: string;
}

/** At a start, before anything is opened. Throws ProfileError `damaged`. */
export function finishRepairs(dataDir: string): void {
  try {
    finishRepair(dataDir);
  } catch (error) {
    if (error instanceof RepairNoteDamaged) throw new ProfileError('damaged', error.message);
    throw error;
  }
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(repairing)))
    removeTree(join(dataDir, name));
}

/** A change of its key was cut off, so the vault keeps several: with a database in place it would keep one. */
export class NoKeyOpens extends Error {
  override readonly name = 'NoKeyOpens';
  constructor() {
    super(
      'A change of the data keys was cut off, and none of the keys opens a page of the database. It was not repaired, and nothing was changed. The help page “When something is lost” says what to do.',
    );
  }
}

/** Nothing may have it open. Throws NoKeyOpens, DatabaseTooNew, DatabaseTooLarge, or what the disk says. */
export async function repairDatabase(
  { dataDir, clock, random, person, run }: RepairParts,
  { kind, file, keys, migrations }: RepairOrder,
): Promise<RepairOutcome> {
  const name = `${repairing}${randomHex(random, 4)}`;
  const folder = join(dataDir, name);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const keptIn = join(file, '..', `damaged-${isoNow(clock).replaceAll(':', '-')}`);
    const { key, applied } = await survey(run, join(dataDir, file), keys, folder);
    const damaged = { file: join(dataDir, file), key };
    const into = { file: join(folder, 'made.db'), key };
    layOut(into, applied === null ? migrations : migrationsOf(migrations, applied));
    const repaired = await run('fill', {
      kind,
      damaged,
      folder,
      into,
      facts: { file, keptIn },
      person: person(),
    });
    layOut(into, migrations);
    const problem = await run('check', into);
    if (problem !== null) throw new Error(`The repaired database is not whole: ${problem}`);
    syncDirectory(folder);
    replaceDamaged(dataDir, { file, made: `${name}/made.db`, folder: keptIn });
    return { ...repaired, keptIn };
  } finally {
    // A move that was cut off needs it yet.
    if (!existsSync(join(dataDir, 'repair.json'))) removeTree(folder);
  }
}

async function survey(run: RunRepair, file: string, keys: readonly Uint8Array[], folder: string) {
  for (const key of keys) {
    const { applied, opensAny } = await run('survey', { file, key }, folder);
    if (opensAny || keys.length === 1) return { key, applied };
  }
  throw new NoKeyOpens();
}

function layOut(
  into: { readonly file: string; readonly key: Uint8Array },
  migrations: readonly Migration[],
) {
  const sqlite = openSqlite(into);
  try {
    migrate(sqlite, migrations);
  } finally {
    sqlite.close();
  }
}

/** Those that made the schema that the damaged one has. Throws DatabaseTooNew. */
function migrationsOf(
  migrations: readonly Migration[],
  applied: readonly string[],
): readonly Migration[] {
  const known = migrations.flatMap(({ id, replaces = [] }) => [id, ...replaces]);
  const unknown = applied.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new DatabaseTooNew(unknown);
  return migrations.filter(
    ({ id, replaces = [] }) =>
      applied.includes(id) ||
      (replaces.length > 0 && replaces.every((one) => applied.includes(one))),
  );
}
