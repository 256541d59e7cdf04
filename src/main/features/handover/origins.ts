/** From which computers entries are: a set for each, so any order of merging gives the same. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** What an entry is about. */
export interface EntryPlace {
  readonly what: string;
  readonly kind: string;
  readonly id: string;
  readonly part: string;
  readonly at: string;
}

export interface Origins {
  /** Public keys, sorted. */
  of(entry: string): readonly string[];
  /** `isNew`: it was not here before. `file`: the one that brought it. */
  add(entry: string, place: EntryPlace, from: readonly string[], isNew: boolean): void;
}

const computers = z.array(z.object({ computer: z.string() }));

/** @param own this computer's public key @param file null where nothing is added */
export function openOrigins(sqlite: Sqlite, own: string, file: string | null): Origins {
  const stored = (entry: string): readonly string[] =>
    computers
      .parse(
        sqlite.all('SELECT computer FROM handover_entries WHERE entry = ? ORDER BY computer', [
          entry,
        ]),
      )
      .map(({ computer }) => computer);
  const of = (entry: string): readonly string[] => {
    const found = stored(entry);
    return found.length === 0 ? [own] : found;
  };
  return {
    of,
    add(entry, { what, kind, id, part, at }, from, isNew) {
      const all = new Set([...(isNew ? [] : of(entry)), ...from]);
      if (!isNew && all.size === 1 && all.has(own)) return;
      for (const computer of all) {
        sqlite.run(
          `INSERT INTO handover_entries (entry, computer, file, what, kind, id, part, at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          [entry, computer, file, what, kind, id, part, at],
        );
      }
    },
  };
}
