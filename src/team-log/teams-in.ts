/** Which teams a database holds: for a computer that knows none of them, as when one is recovered. */
import { type DatabaseAddress, readAddress } from './address.ts';
import { createPool } from './database.ts';
import type { TeamLogOptions } from './team-log.ts';

/** Leaps from team to team. 64 hex digits each. Throws TeamDatabaseAway, TeamDatabaseRefused, AddressUnusable. */
export async function teamsIn({
  url,
  password,
  ca,
}: Pick<TeamLogOptions, 'url' | 'password' | 'ca'>): Promise<readonly string[]> {
  const read = readAddress(url);
  const address: DatabaseAddress = { ...read, password: password ?? read.password };
  const pool = createPool({ address, ca, connections: 1 });
  try {
    const rows = await pool.run(
      (sql) => sql<{ team: string }[]>`
      WITH RECURSIVE teams (id) AS (
        (SELECT team FROM causeway.entries ORDER BY team LIMIT 1)
        UNION ALL
        SELECT (SELECT team FROM causeway.entries WHERE team > teams.id ORDER BY team LIMIT 1)
        FROM teams WHERE id IS NOT NULL
      )
      SELECT encode(id, 'hex') AS team FROM teams WHERE id IS NOT NULL`,
    );
    return rows.map(({ team }) => team);
  } finally {
    await pool.end();
  }
}
