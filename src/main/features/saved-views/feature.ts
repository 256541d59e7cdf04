/** Saved views of the lists of a profile. */
import { implement } from '@orpc/server';
import { savedViewsContract, type ViewedList } from '../../../bridge/saved-views.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { viewMigrations } from './migrations.ts';
import { openSavedViews, type SavedViews } from './saved-views.ts';

const savedViews = implement(savedViewsContract);

export const savedViewsFeature: Feature<'savedViews', (list: ViewedList) => SavedViews> = {
  migrations: viewMigrations,
  open: ({ sqlite }) => ({ api: (list) => openSavedViews(sqlite, list) }),
  procedures: (of) => ({
    savedViews: {
      list: savedViews.list.handler(({ input }) => of()(input.list).list()),
      save: savedViews.save.handler(({ input: { list, ...view } }) => of()(list).save(view)),
      remove: savedViews.remove.handler(({ input: { list, id } }) => ({
        removed: of()(list).remove(id),
      })),
    },
  }),
};
