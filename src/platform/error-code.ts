/** What Node or SQLite calls an error: `ENOENT`, `SQLITE_BUSY`; empty where it has no such name. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code ?? '') : '';
