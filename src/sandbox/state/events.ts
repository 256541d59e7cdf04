/** The event log. An event's body never changes; its deliveries are in the attempts. */
import type { Sqlite } from '../../platform/sqlite.ts';

export interface EventRow {
  readonly id: string;
  readonly name: string;
  /** The bare event (Interface 2.7, `webhookRecords` empty) as JSON: the bytes that are delivered. */
  readonly body: string;
  readonly created: number;
}

export type Events = ReturnType<typeof createEvents>;

export function createEvents(database: Sqlite) {
  const insert = database.prepare<[string, string, string, number]>(
    'INSERT INTO events (id, name, body, created) VALUES (?, ?, ?, ?)',
  );
  const get = database.prepare<[string], EventRow>(
    'SELECT id, name, body, created FROM events WHERE id = ?',
  );
  return {
    insert: (row: EventRow): void => {
      insert.run(row.id, row.name, row.body, row.created);
    },
    get: (id: string): EventRow | undefined => get.get(id),
  };
}
