/** Counts of events by day and hour, gathered over a group and written once. */
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { DAY_MS, HOUR_MS, msOfKey } from '../keys.ts';

const tables = [
  { table: 'days', column: 'day', ms: DAY_MS },
  { table: 'hours', column: 'hour', ms: HOUR_MS },
] as const;

export interface Rollups {
  /** One event more (1) or fewer (-1) with these traits at this key. */
  add(key: number, traits: number, events: 1 | -1): void;
  flush(): void;
  /** After a transaction that was undone. */
  forget(): void;
}

export function createRollups(sqlite: Sqlite): Rollups {
  const gathered = tables.map(() => new Map<number, Map<number, number>>());

  return {
    add(key, traits, events) {
      tables.forEach(({ ms }, index) => {
        const periods = gathered[index];
        const period = Math.floor(msOfKey(key) / ms);
        const counts = periods?.get(period) ?? new Map<number, number>();
        counts.set(traits, (counts.get(traits) ?? 0) + events);
        periods?.set(period, counts);
      });
    },
    flush() {
      tables.forEach((table, index) => {
        const periods = [...(gathered[index] ?? [])].sort(([left], [right]) => left - right);
        for (const [period, counts] of periods) write(sqlite, table, period, counts);
      });
      this.forget();
    },
    forget() {
      for (const periods of gathered) periods.clear();
    },
  };
}

function write(
  sqlite: Sqlite,
  { table, column }: (typeof tables)[number],
  period: number,
  counts: ReadonlyMap<number, number>,
): void {
  for (const [traits, events] of counts) {
    if (events === 0) continue;
    sqlite.run(
      `INSERT INTO ${table} (${column}, traits, events) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET events = events + excluded.events`,
      [period, traits, events],
    );
    if (events > 0) continue;
    sqlite.run(`DELETE FROM ${table} WHERE ${column} = ? AND traits = ? AND events = 0`, [
      period,
      traits,
    ]);
  }
}
