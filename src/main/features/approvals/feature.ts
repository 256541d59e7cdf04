/** Approvals: nobody of a team sends alone what its policy asks others to approve (docs/team-at-work.md). */
import { implement } from '@orpc/server';
import { approvalsContract } from '../../../bridge/approvals.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import { addColumns, type Migration } from '../../../platform/migrations.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { type ApprovalsApi, type ApprovalUses, openApprovals } from './approvals.ts';
import { createApprovalDocuments } from './documents.ts';

/** Schema of a team's entries about approvals, as they were taken from its log. */
const approvalMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-approvals',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE approval_entries (
          -- Of its header.
          hash TEXT PRIMARY KEY,
          kind TEXT NOT NULL,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          stream TEXT NOT NULL,
          at TEXT NOT NULL,
          -- The canonical content, byte for byte.
          content TEXT NOT NULL,
          -- Of the content as it was signed, where an erasure left less of it.
          digest TEXT
        ) STRICT;
        CREATE TRIGGER approval_entries_never_change BEFORE UPDATE ON approval_entries
          BEGIN SELECT RAISE(ABORT, 'an entry of approvals never changes'); END;
        CREATE TRIGGER approval_entries_never_go BEFORE DELETE ON approval_entries
          BEGIN SELECT RAISE(ABORT, 'an entry of approvals is never deleted'); END;

        -- Creates of a day are counted.
        CREATE INDEX intents_by_operation_and_time ON intents (operation, journalled_at);
      `),
  },
  {
    id: '2026-11-26-approvals-2',
    up: (sqlite) => addColumns(sqlite, 'approval_entries', 'digest TEXT'),
  },
  {
    id: '2026-11-30-approvals-taken',
    up: (sqlite) => addColumns(sqlite, 'approval_entries', 'taken_at TEXT'),
  },
];

export interface ApprovalsInstalled {
  readonly ask: AskPerson;
}

/** What is folded with the entries. */
const folded: ReadonlySet<UpdateTopic> = new Set([
  'team',
  'intents',
  'address-book',
  'virtual-accounts',
  'bulk',
  'everything',
]);

const approvals = implement(approvalsContract);

export const approvalsFeature: Feature<
  'approvals',
  ApprovalsApi,
  Omit<ApprovalUses, 'writes'>,
  ApprovalsInstalled
> = {
  migrations: approvalMigrations,
  open(core, uses, _installed, writes) {
    const api = openApprovals(core, { ...uses, writes });
    return {
      api,
      onUpdate({ topic }) {
        if (folded.has(topic)) api.changed();
      },
    };
  },
  procedures(api, { ask }) {
    const documents = (profileId: string) => {
      // Throws now where another profile is open.
      api(profileId);
      return createApprovalDocuments(ask, () => api(profileId));
    };
    return {
      approvals: {
        status: approvals.status.handler(() => api().status()),
        needed: approvals.needed.handler(({ input }) => api().needed(input)),
        list: approvals.list.handler(({ input }) => api().list(input)),
        get: approvals.get.handler(({ input }) => api().get(input.id)),
        propose: approvals.propose.handler(({ input: { profileId, request, note } }) =>
          api(profileId).propose(request, note),
        ),
        withdraw: approvals.withdraw.handler(({ input: { profileId, id, note } }) =>
          api(profileId).withdraw(id, note),
        ),
        file: approvals.file.handler(({ input }) => api().file(input)),
        decide: approvals.decide.handler(async ({ input: { profileId, id } }) => ({
          path: await documents(profileId).decide(id),
        })),
        send: approvals.send.handler(({ input: { profileId, id, confirmed } }) =>
          api(profileId).send(id, confirmed),
        ),
        setPolicy: approvals.setPolicy.handler(async ({ input: { profileId, policy } }) => ({
          path: await documents(profileId).setPolicy(policy),
        })),
      },
    };
  },
};
