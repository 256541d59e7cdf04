/** The text by which a record is found, one row a record. */
import { z } from 'zod';
import type { Queries } from '../../../platform/queries.ts';
import type { RecordsSchema } from './schema.ts';
import { searchText } from './search-text.ts';

const textRow = z.object({ text: z.string() });

export function createSearchIndex(queries: Queries<RecordsSchema>) {
  const { build } = queries;

  const add = (record: number, text: string) =>
    queries.sqlite.run('INSERT INTO record_search (rowid, text) VALUES (?, ?)', [record, text]);

  return {
    /** Adds the text of a record that has none yet. */
    putNew(record: number, fields: readonly (string | null)[]): void {
      add(record, searchText(fields));
    },
    put(record: number, fields: readonly (string | null)[]): void {
      const text = searchText(fields);
      const present = queries.sqlite.first('SELECT text FROM record_search WHERE rowid = ?', [
        record,
      ]);
      if (present !== undefined) {
        if (textRow.parse(present).text === text) return;
        queries.sqlite.run('DELETE FROM record_search WHERE rowid = ?', [record]);
      }
      add(record, text);
    },
    clear(): void {
      queries.run(build.deleteFrom('record_search'));
    },
  };
}
export type SearchIndex = ReturnType<typeof createSearchIndex>;
