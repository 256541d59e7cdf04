/** A profile's database, for work on it beside its session. */
export interface DatabaseFile {
  readonly file: string;
  /** Key of the pages. */
  readonly key: Uint8Array;
  /** What values are sealed under (core/vault/key-record.ts). */
  readonly sealKey: Uint8Array;
}
