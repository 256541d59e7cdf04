/** Brings a state file to the present shape. A number once given keeps its meaning. */
import type { Database } from 'better-sqlite3-multiple-ciphers';
import { migration0001 } from './migration-0001.ts';

/** In order; the file's `user_version` counts those applied. */
const migrations: readonly string[] = [migration0001];

/** @throws Error when the file was written by a newer version. */
export function migrate(database: Database): void {
  const applied = Number(database.pragma('user_version', { simple: true }));
  if (applied > migrations.length) {
    throw new Error(`The state was written by a newer version (${applied}).`);
  }
  if (applied === migrations.length) return;
  database.transaction(() => {
    for (const migration of migrations.slice(applied)) database.exec(migration);
    database.pragma(`user_version = ${migrations.length}`);
  })();
}
