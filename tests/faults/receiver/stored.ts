/** What stands in an inbox after a fault, read straight from its file. */
import { join } from 'node:path';
import { openSqlite } from '../../../src/platform/sqlite.ts';
import { INSTALLATION_KEY } from './host.ts';

export interface Found {
  readonly signatures: ReadonlySet<string>;
  /** Deliveries whose content is not there. */
  readonly withoutContent: number;
  /** `ok`, or what SQLite finds wrong. */
  readonly integrity: string;
}

export function inspectInbox(directory: string): Found {
  const sqlite = openSqlite({ file: join(directory, 'inbox.db'), key: INSTALLATION_KEY });
  try {
    const rows = sqlite.all('SELECT hex(signature) AS signature FROM deliveries') as {
      signature: string;
    }[];
    const lost = sqlite.all(
      'SELECT arrival FROM deliveries WHERE block NOT IN (SELECT block FROM blocks)',
    );
    const [integrity] = sqlite.all('PRAGMA integrity_check') as { integrity_check: string }[];
    return {
      signatures: new Set(rows.map(({ signature }) => signature.toLowerCase())),
      withoutContent: lost.length,
      integrity: integrity?.integrity_check ?? 'no answer',
    };
  } finally {
    sqlite.close();
  }
}
