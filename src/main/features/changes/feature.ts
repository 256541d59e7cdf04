/** What the service reported otherwise than before. */
import { implement } from '@orpc/server';
import { changesContract } from '../../../bridge/changes.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import { isSameField } from '../../core/creates/same-value.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { openChanges, type ReportedChanges } from './changes.ts';
import { changesMigrations } from './migrations.ts';

const changes = implement(changesContract);

/** Topics that may come with new observations. */
const observed: ReadonlySet<UpdateTopic> = new Set([
  'customers',
  'virtual-accounts',
  'bank-accounts',
  'webhooks',
  'everything',
]);

export const changesFeature: Feature<'changes', ReportedChanges> = {
  migrations: changesMigrations,
  open(core) {
    const api = openChanges({
      ...core,
      desk: core.installationId,
      isSameMeaning: (kind, path, was, is) =>
        kind === 'virtualAccount' && isSameField(path, was, is),
      tell() {
        core.notify({ topic: 'changes', ids: [] });
        core.notify({ topic: 'audit', ids: [] });
      },
    });
    // What was observed while nobody followed.
    api.wake();
    return {
      api,
      onUpdate({ topic }) {
        if (observed.has(topic)) api.wake();
      },
      close: api.close,
    };
  },
  procedures: (api) => ({
    changes: {
      list: changes.list.handler(({ input }) => api().list(input)),
      open: changes.open.handler(() => api().open()),
      signOff: changes.signOff.handler(({ input }) =>
        api(input.profileId).signOff(input.ids, input.note, input.knownAt),
      ),
    },
  }),
};
