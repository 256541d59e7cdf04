/** A profile's database, for work on it beside its session. */
import { join } from 'node:path';

export interface DatabaseFile {
  readonly file: string;
  /** Key of the pages. */
  readonly key: Uint8Array;
  /** What values are sealed under (core/vault/key-record.ts). */
  readonly sealKey: Uint8Array;
}

export const databaseName = 'records.db';

/** Path of a profile's database that outlives the process, in the data folder or a copy of it. */
export const databaseIn = (folder: string, profileId: string): string =>
  join(folder, 'profiles', profileId, databaseName);
