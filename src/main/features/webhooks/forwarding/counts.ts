/** How many forwards stand where: a target's are counted as they move, so that asking costs nothing. */
import { z } from 'zod';
import type { ForwardView } from '../../../../bridge/forwarding.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { ForwardCounts } from './types.ts';

const countRow = z.object({ state: z.enum(['waiting', 'delivered', 'failed']), number: z.int() });

const countsIn = (rows: readonly unknown[]): ForwardCounts => {
  const counts = { waiting: 0, delivered: 0, failed: 0 };
  for (const row of rows) {
    const { state, number } = countRow.parse(row);
    counts[state] = number;
  }
  return counts;
};

export function createCounts(sqlite: Sqlite) {
  const ofTarget = (targetId: string): ForwardCounts =>
    countsIn(
      sqlite.all('SELECT state, number FROM forward_counts WHERE target_id = ?', [targetId]),
    );
  const ofAll = (): ForwardCounts =>
    countsIn(sqlite.all('SELECT state, sum(number) AS number FROM forward_counts GROUP BY state'));
  return {
    ofTarget,
    /** One delivery goes to few targets. */
    ofDelivery: (arrival: number, sourceId: string): ForwardCounts =>
      countsIn(
        sqlite.all(
          `SELECT state, count(*) AS number FROM forwards WHERE arrival = ? AND source_id = ?
           GROUP BY state`,
          [arrival, sourceId],
        ),
      ),
    /** Of a filter; null is of all. */
    total(filter: {
      readonly targetId: string | null;
      readonly state: ForwardView['state'] | null;
    }): number {
      const counts = filter.targetId === null ? ofAll() : ofTarget(filter.targetId);
      if (filter.state !== null) return counts[filter.state];
      return counts.waiting + counts.delivered + counts.failed;
    },
  };
}
