/** What the page asks for twice, or at once with another owner. */
import { beforeEach, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../../bridge/approvals.ts';
import { migrate } from '../../../platform/migrations.ts';
import { systemRandom } from '../../../platform/random.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type ApprovalsApi, openApprovals } from './approvals.ts';
import { contentBytes } from './contents.ts';
import { at, createDeskTeam, policyOf } from './testing/team-of-desks.ts';

let draft: 'here' | 'gone';
let desk: ReturnType<typeof createDeskTeam>;
beforeEach(() => {
  draft = 'here';
  desk = createDeskTeam();
});

/** As a computer of the team has them: what it says is stored a moment later, as it is anywhere. */
function approvalsOf(who: 'maker' | 'owner'): ApprovalsApi {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  const clock = { now: () => Date.parse(at) };
  const core = {
    ...{ sqlite, clock, random: systemRandom, audit: { append: () => undefined }, log: {} },
    ...{ intents: { get: () => null }, records: {}, profile: { name: '', baseUrl: '' } },
    ...{ notify: () => undefined, person: () => null, approvals: { use: () => undefined } },
  };
  const write = { operation: 'createCustomer', titleOf: () => '' };
  const order = {
    ...{ kind: 'customer', fileName: 'a.csv', sha256: 'a'.repeat(64), columns: [] },
    rows: [{ row: 1, input: {}, isSecond: false, name: null, reference: null, ownName: null }],
  };
  const bulk = {
    runs: { has: () => false },
    drafts: {
      discard() {
        draft = 'gone';
      },
    },
    keepProposed: async () => undefined,
    async orderOf() {
      if (draft === 'here') return order;
      throw new Error('No such draft.');
    },
  };
  const uses = {
    ...{ bulk, writes: [{ ...write, requireCreatable: async () => undefined }] },
    addressBook: { follow: async () => undefined, isPaidInto: () => true },
  };
  const api = openApprovals(core as never, uses as never);
  api.use({
    ...{ own: desk.keyOf(who).publicKey, stream: desk.stream, membership: desk.membership },
    ...{
      hasRead: () => true,
      readAt: () => null,
      waitsFrom: () => null,
      nameOf: () => null,
      personOf: () => null,
      isOn: () => true,
    },
    ...{ isAway: () => false, hasProblems: () => false, now: async () => undefined },
    async say(kind, content) {
      await Promise.resolve();
      api.take(desk.writeBytes(who, kind, content), content);
    },
  });
  return api;
}

/** An owner's, that this computer has taken. */
function withPolicy(api: ApprovalsApi, of: 'createCustomer' | 'bulk'): void {
  const { rules, ...rest } = policyOf(1);
  const bytes = contentBytes({ ...rest, rules: rules.map((rule) => ({ ...rule, of })) });
  api.take(desk.writeBytes('owner', 'policy', bytes), bytes);
}

const asked = (email: string): ApprovalRequest => ({
  ...{ what: 'createCustomer', intentKey: 'ab'.repeat(16), confirmed: [], ownName: '' },
  ...{ input: { type: 'individual', email }, reviewedAddress: null, confirmations: [] },
});

it('a double click is one request for approval, and its key takes no other content', async () => {
  const api = approvalsOf('maker');
  withPolicy(api, 'createCustomer');
  const both = await Promise.all(
    ['a', 'a'].map((name) => api.propose(asked(`${name}@example.com`), '')),
  );
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  await expect(api.propose(asked('b@example.com'), '')).rejects.toThrow('from this form');
  expect(api.rows()).toHaveLength(1);
});

it('a file is proposed once, however often it is asked for at once', async () => {
  const api = approvalsOf('maker');
  withPolicy(api, 'bulk');
  const file: ApprovalRequest = { what: 'bulk', draftId: 'a', confirmations: [], digest: '' };
  const [first, second] = await Promise.allSettled([api.propose(file, ''), api.propose(file, '')]);
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
  expect(api.rows()).toHaveLength(1);
});

it('a policy takes the place of those that its owner read, and of no other', async () => {
  const api = approvalsOf('owner');
  const { rules, limits, allowWithoutDatabase } = policyOf(1);
  const policy = { rules, limits, allowWithoutDatabase };
  const { read } = api.toSetPolicy();
  const bytes = contentBytes(policyOf(3));
  api.take(desk.writeBytes('firstToo', 'policy', bytes), bytes);
  await expect(api.setPolicy(policy, read)).rejects.toThrow('The policy changed');
  expect(api.status()?.sentences[0]).toBe('New customers need 3 approvers.');
  expect(await api.setPolicy(policy, api.toSetPolicy().read)).toBe(true);
  expect(api.status()?.sentences[0]).toBe('New customers need 1 approver.');
});
