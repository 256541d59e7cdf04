/** For tests: a computer of a team without a console, with its database in a file. */
import { existsSync } from 'node:fs';
import { systemClock } from '../../../../platform/clock.ts';
import { type Migration, migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import { openTeamLog } from '../../../../team-log/team-log.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import { openRecords } from '../../../core/records/records.ts';
import { createExchange } from '../exchange.ts';
import { createPublishing } from '../publishing.ts';
import { openTeamState } from '../team-state.ts';

export interface ComputerOptions {
  readonly file: string;
  /** 64 hex digits. */
  readonly seed: string;
  readonly team: string;
  readonly stream: string;
  /** URL of the database, with its password. */
  readonly url: string;
  /** The database acknowledged these. */
  readonly onAppended?: (entries: readonly SignedEntry[]) => void;
}

export const keyOfSeed = (seed: string) => signingKeyOf(Buffer.from(seed, 'hex'));

/** @param migrations of a profile */
export function openComputer(
  { file, seed, team, stream, url, onAppended }: ComputerOptions,
  migrations: readonly Migration[],
) {
  const isNew = !existsSync(file);
  // As a profile is opened.
  const key = new Uint8Array(32).fill(5);
  const sqlite = openSqlite({ file, key, movesLogInTurns: true });
  migrate(sqlite, migrations);
  const signing = keyOfSeed(seed);
  const state = openTeamState(sqlite);
  if (isNew || state.get() === null) {
    const row = { team, stream, url: '', ca: null, author: signing.publicKey, invitation: null };
    sqlite.transaction(() => state.begin(row, '2026-11-26T10:00:00.000Z'));
  }
  const row = state.get();
  if (row === null) throw new Error('It is in no team.');
  const own = signing.publicKey;
  const log = openTeamLog({ url, team });
  const exchange = createExchange({
    sqlite,
    state,
    row,
    signing,
    own,
    random: systemRandom,
    clock: systemClock,
    log: {
      ...log,
      async append(entries) {
        await log.append(entries);
        onAppended?.(entries);
      },
    },
    takeOther: null,
    known: () => [],
    reduce: () => (entry) => entry,
    isShared: () => true,
    report: { warn: () => undefined, error: () => undefined },
    publishing: createPublishing({
      sqlite,
      state,
      own,
      known: () => [],
      start: () => ({ computer: own, person: null, computers: {} }),
    }),
    onTaken: () => undefined,
    onMembers: () => undefined,
    onJoined: () => undefined,
    onLost: () => undefined,
    onChange: () => undefined,
  });
  const records = openRecords({ sqlite });
  return {
    sqlite,
    state,
    exchange,
    /** Committed when it returns. */
    observe(id: string): void {
      const at = new Date(systemClock.now()).toISOString();
      sqlite.transaction(
        () =>
          void records.observe({
            kind: 'customer',
            id,
            source: 'read',
            observedAt: at,
            body: { email: `${id}@example.com` },
          }),
      );
      exchange.wake();
    },
    observed: (): string[] =>
      sqlite.texts('SELECT observation_id FROM observations ORDER BY observation_id'),
    async close(): Promise<void> {
      await exchange.close();
      sqlite.close();
    },
  };
}
