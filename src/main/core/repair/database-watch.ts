/** Whoever opens a database that can be repaired tells how that went. */
export const databaseKinds = ['records', 'sandbox', 'inbox', 'coverage'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface WatchedDatabase {
  readonly kind: DatabaseKind;
  /** null of the installation's own. */
  readonly profileId: string | null;
}

export interface DatabaseWatch {
  /** About to be opened. */
  before(database: WatchedDatabase, file: string): void;
  opened(database: WatchedDatabase): void;
  /** Damaged, and put aside whole under this name: it is begun anew. */
  laidAside(database: WatchedDatabase, keptAs: string): void;
  /** It could not be; most reasons are no damage. */
  failed(database: WatchedDatabase, error: unknown): void;
}

export async function watched<Result>(
  watch: DatabaseWatch,
  database: WatchedDatabase,
  file: string,
  open: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    watch.before(database, file);
    const result = await open();
    watch.opened(database);
    return result;
  } catch (error) {
    watch.failed(database, error);
    throw error;
  }
}
