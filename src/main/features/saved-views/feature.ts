/** Saved views of the lists of a profile. */
import { implement } from '@orpc/server';
import { z } from 'zod';
import {
  type SavedView,
  savedView,
  savedViewsContract,
  type ViewedList,
} from '../../../bridge/saved-views.ts';
import type { Migration } from '../../../platform/migrations.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { invalid } from '../../core/intents/failed.ts';

const savedViews = implement(savedViewsContract);

export const viewMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-timeline-views-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE timeline_views (
          position INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          -- Two names that differ in the size of their letters alone are one.
          folded_name TEXT NOT NULL UNIQUE,
          query TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    id: '2026-11-23-payout-views-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE payout_views (
          position INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          folded_name TEXT NOT NULL UNIQUE,
          query TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
  {
    id: '2026-11-25-other-record-views-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE other_record_views (
          position INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          folded_name TEXT NOT NULL UNIQUE,
          query TEXT NOT NULL
        ) STRICT;
      `);
    },
  },
];

export const savedViewsFeature: Feature<'savedViews', (list: ViewedList) => SavedViews> = {
  migrations: viewMigrations,
  open: ({ sqlite }) => ({ api: (list) => openSavedViews(sqlite, list) }),
  procedures: (api) => ({
    savedViews: {
      list: savedViews.list.handler(({ input }) => api()(input.list).list()),
      save: savedViews.save.handler(({ input: { list, ...view } }) => api()(list).save(view)),
      remove: savedViews.remove.handler(({ input: { list, id } }) => ({
        removed: api()(list).remove(id),
      })),
    },
  }),
};

export interface SavedViews {
  /** In the order in which they were saved first. */
  list(): SavedView[];
  /**
   * Saves it, in place of the one with its id. Throws Failed INVALID for a name that another one has,
   * and when there are as many as there may be.
   */
  save(view: SavedView): SavedView;
  /** False when there is none of this id. */
  remove(id: string): boolean;
}

/** More would not be found again in a menu. */
export const MAX_VIEWS = 100;

const viewRows = z.array(savedView);
const idRow = z.object({ id: z.string() });

const tables: Readonly<Record<ViewedList, string>> = {
  timeline: 'timeline_views',
  payouts: 'payout_views',
  otherRecords: 'other_record_views',
};

/** Over a database that viewMigrations were applied to. */
export function openSavedViews(sqlite: Sqlite, list: ViewedList): SavedViews {
  const table = tables[list];
  const isKnown = (id: string): boolean =>
    sqlite.first(`SELECT id FROM ${table} WHERE id = ?`, [id]) !== undefined;

  const requireRoom = (id: string): void => {
    const views = readCount(sqlite, `SELECT count(*) AS count FROM ${table} WHERE id <> ?`, [id]);
    if (views < MAX_VIEWS) return;
    throw invalid(
      `Causeway saves at most ${MAX_VIEWS} views. Remove one that you don’t need, then save this view.`,
      'too-many-views',
    );
  };

  const requireOwnName = (id: string, name: string, foldedName: string): void => {
    const namesake = sqlite.first(`SELECT id FROM ${table} WHERE folded_name = ?`, [foldedName]);
    if (namesake === undefined || idRow.parse(namesake).id === id) return;
    throw invalid(
      `Another saved view is already named “${name}”. Enter another name, or remove that view first.`,
      'name-taken',
    );
  };

  return {
    list: () =>
      viewRows.parse(sqlite.all(`SELECT id, name, query FROM ${table} ORDER BY position`)),

    save: (view) =>
      sqlite.transaction(() => {
        const { id, query } = view;
        const name = view.name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
        if (name === '') throw invalid('Enter a name for the view.');
        const foldedName = name.toLowerCase();
        requireRoom(id);
        requireOwnName(id, name, foldedName);
        if (isKnown(id)) {
          sqlite.run(`UPDATE ${table} SET name = ?, folded_name = ?, query = ? WHERE id = ?`, [
            name,
            foldedName,
            query,
            id,
          ]);
        } else {
          sqlite.run(`INSERT INTO ${table} (id, name, folded_name, query) VALUES (?, ?, ?, ?)`, [
            id,
            name,
            foldedName,
            query,
          ]);
        }
        return { id, name, query };
      }),

    remove: (id) => sqlite.run(`DELETE FROM ${table} WHERE id = ?`, [id]).changes === 1,
  };
}
